import type { Imported, ImportedSnitch } from "../imported";
import type { Monitor } from "./read";

/** The environment of check-ins that name none. */
const DEFAULT_ENVIRONMENT = "production";

/** What Sentry assumes for a monitor that does not say it, in minutes. */
const DEFAULT_MARGIN = 1;
const DEFAULT_MAX_RUNTIME = 30;

/** A snitch for each slug and environment, since each environment of a monitor has a status of its own. */
export const mapSentry = (monitors: Monitor[]): Imported => ({
  snitches: monitors.flatMap(toSnitches),
  channels: [],
  leftOut: [
    {
      what: "alert rules and owners",
      why: "add the people under Members, and services under Channels",
    },
  ],
});

function toSnitches(monitor: Monitor): ImportedSnitch[] {
  const environments =
    monitor.environments.length > 0 ? monitor.environments : [{ name: DEFAULT_ENVIRONMENT, isMuted: false }];
  return environments.map(({ name: environment, isMuted }) => {
    const name = chooseName(monitor, environment);
    return {
      name,
      attributes: { name, ...toAttributes(monitor) },
      identity: { slug: monitor.slug, environment },
      pauseUntil: isMuted || monitor.isMuted || monitor.status === "disabled" ? "unpaused" : null,
      channels: [],
    };
  });
}

function chooseName({ name, slug }: Monitor, environment: string): string {
  const base = name.trim() || slug;
  return environment === DEFAULT_ENVIRONMENT ? base : `${base} (${environment})`;
}

const toAttributes = ({ project, config }: Monitor) => ({
  tags: project?.slug ? [project.slug] : [],
  schedule: toSchedule(config),
  timezone: config.timezone || "UTC",
  // Sentry reads 0 as a minute.
  grace: Math.max(1, config.checkin_margin ?? DEFAULT_MARGIN) * 60,
  max_runtime: (config.max_runtime ?? DEFAULT_MAX_RUNTIME) * 60,
  alert_after: config.failure_issue_threshold ?? 1,
  recover_after: config.recovery_threshold ?? 1,
});

/** Our schedules have no months and years of varying length: they are as long as those of its check-ins are here. */
const DAYS: Record<string, number> = { month: 30, year: 365 };

function toSchedule({ schedule }: Monitor["config"]): string {
  if (typeof schedule === "string") return schedule;
  const [count, unit] = schedule;
  const days = Object.hasOwn(DAYS, unit) ? DAYS[unit] : undefined;
  return days ? `every ${count * days} days` : `every ${count} ${unit}s`;
}
