import { isObject } from "./envelope";

/** The settings that come with a check-in, in our words. What the client does not send is undefined, and stays as it is. */
export type MonitorConfig = {
  schedule: string;
  timezone?: string;
  /** In seconds, as all durations here. */
  grace?: number;
  max_runtime?: number;
  alert_after?: number;
  recover_after?: number;
};

const MINUTE_SECONDS = 60;

/** Sentry counts in calendar months and years; a month is 30 days here, and a year 365. */
const DAYS = new Map(Object.entries({ month: 30, year: 365 }));
const UNITS = ["minute", "hour", "day", "week", "month", "year"];

const MAX_MINUTES = 365 * 24 * 60;
const MAX_RESULTS = 720;

class ConfigError extends Error {}

/** The settings in a `monitor_config`. A text is the reason why it cannot be used. */
export function monitorConfigFrom(config: unknown): MonitorConfig | string {
  try {
    if (!isObject(config)) throw new ConfigError("monitor_config must be an object.");
    const margin = wholeFrom(config, "checkin_margin", 0, MAX_MINUTES);
    const maxRuntime = wholeFrom(config, "max_runtime", 1, MAX_MINUTES);
    return {
      schedule: scheduleFrom(config),
      timezone: timezoneFrom(config.timezone),
      // Sentry reads no margin at all as a minute, too.
      grace: margin === undefined ? undefined : Math.max(margin, 1) * MINUTE_SECONDS,
      max_runtime: maxRuntime === undefined ? undefined : maxRuntime * MINUTE_SECONDS,
      alert_after: wholeFrom(config, "failure_issue_threshold", 1, MAX_RESULTS),
      recover_after: wholeFrom(config, "recovery_threshold", 1, MAX_RESULTS),
    };
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

/** Clients send `{type, value, unit}`. Sentry also accepts the older form with a `schedule_type` next to the schedule. */
function scheduleFrom({ schedule, schedule_type: typeWith }: Record<string, unknown>): string {
  const { type, value, unit } = isObject(schedule) ? schedule : olderForm(schedule, typeWith);
  if (type === "crontab") return crontabFrom(value);
  if (type === "interval") return intervalFrom(value, unit);
  throw new ConfigError("The schedule must have the type crontab or interval.");
}

function olderForm(schedule: unknown, typeWith: unknown): Record<string, unknown> {
  if (Array.isArray(schedule)) return { type: typeWith ?? "interval", value: schedule[0], unit: schedule[1] };
  return { type: typeWith ?? (typeof schedule === "string" ? "crontab" : null), value: schedule };
}

function crontabFrom(value: unknown): string {
  const line = typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "";
  if (line === "" || line.includes("\0")) throw new ConfigError("The schedule must be a crontab line.");
  return line;
}

function intervalFrom(value: unknown, unit: unknown): string {
  const count = typeof value === "string" && value !== "" ? Number(value) : value;
  if (typeof count !== "number" || !Number.isSafeInteger(count) || count < 1)
    throw new ConfigError("The value of an interval must be a whole number from 1.");
  if (typeof unit !== "string" || !UNITS.includes(unit))
    throw new ConfigError(`The unit of an interval must be one of ${UNITS.join(", ")}.`);
  const days = DAYS.get(unit);
  return days ? `every ${count * days} days` : `every ${count} ${unit}s`;
}

function timezoneFrom(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string") return value;
  throw new ConfigError("The timezone must be an IANA name such as Europe/Riga.");
}

/** Undefined if it is left out. A larger number counts as the largest one that we take. */
function wholeFrom(config: Record<string, unknown>, name: string, min: number, max: number) {
  const value = config[name];
  if (value === undefined || value === null || value === "") return undefined;
  const number = typeof value === "string" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isInteger(number) || number < min)
    throw new ConfigError(`${name} must be a whole number from ${min}.`);
  return Math.min(number, max);
}
