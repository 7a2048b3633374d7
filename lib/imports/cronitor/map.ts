import { MAX_CHECKS, parseCheck } from "@/lib/rules/runs/parse-check";
import type { Imported, ImportedSnitch, LeftOut } from "../imported";
import type { Monitor } from "./read";

const isJob = ({ type }: Monitor) => type === "job" || type === "heartbeat" || type === "";

export function mapCronitor(monitors: Monitor[]): Imported {
  const jobs = monitors.filter(isJob).filter((monitor) => listSchedules(monitor).length > 0);
  return {
    snitches: jobs.map(toSnitch),
    channels: [],
    leftOut: [
      ...monitors.flatMap((monitor) => whyNot(monitor)),
      ...jobs.flatMap(listLeftOut),
      {
        what: "notification lists",
        why: "the API does not return their addresses: add them under Channels",
      },
    ],
  };
}

const toSnitch = (monitor: Monitor): ImportedSnitch => ({
  name: chooseName(monitor),
  attributes: {
    name: chooseName(monitor),
    notes: monitor.note,
    tags: listTags(monitor),
    schedule: listSchedules(monitor).join("\n"),
    timezone: monitor.timezone || "UTC",
    ...(monitor.grace_seconds !== null && { grace: monitor.grace_seconds }),
    checks: listChecks(monitor).slice(0, MAX_CHECKS),
  },
  identity: { slug: monitor.key },
  pauseUntil: monitor.paused || monitor.disabled ? "unpaused" : null,
  channels: [],
});

/** A monitor has one group at most. Here it is a tag, by which the list is filtered. */
const listTags = ({ tags, group }: Monitor) => [...new Set([...tags, group.trim()])].filter(Boolean);

const chooseName = ({ name, key }: Monitor) => name.trim() || key;

const listSchedules = ({ schedule, schedules }: Monitor) =>
  [...new Set(schedules.length > 0 ? schedules : [schedule])].map(parseSchedule).filter(Boolean);

const UNITS: Record<string, string> = {
  s: "second",
  sec: "second",
  m: "minute",
  min: "minute",
  h: "hour",
  hr: "hour",
  d: "day",
};

/** “every 5 min” and “at 14:30” in our words. Anything else is cron, or refused when it is validated. */
function parseSchedule(text: string): string {
  const every = /^every\s+(\d+\s*)?([a-z]+)$/i.exec(text.trim());
  if (every) {
    const unit = (every[2] ?? "").toLowerCase().replace(/s$/, "");
    return `every ${every[1]?.trim() ?? 1} ${UNITS[unit] ?? unit}s`;
  }
  const at = /^at\s+(\d{1,2}):(\d\d)$/i.exec(text.trim());
  return at ? `${Number(at[2])} ${Number(at[1])} * * *` : text.trim();
}

/** The assertions that are comparisons of ours. */
const listChecks = ({ assertions }: Monitor) =>
  assertions.map(toCheck).filter((check) => parseCheck(check) !== null);

const toCheck = (assertion: string) => assertion.replace(/^metric\.duration\b/, "duration").slice(0, 200);

const whyNot = (monitor: Monitor): LeftOut[] => {
  if (!isJob(monitor)) {
    return [
      { what: `“${chooseName(monitor)}”`, why: `it is a ${monitor.type}: Tattle watches jobs, not websites` },
    ];
  }
  if (listSchedules(monitor).length > 0) return [];
  return [{ what: `“${chooseName(monitor)}”`, why: "it has no schedule: give it one, and import again" }];
};

function listLeftOut(monitor: Monitor): LeftOut[] {
  const taken = listChecks(monitor).slice(0, MAX_CHECKS).length;
  const assertions = monitor.assertions.length - taken;
  const hasTolerance = (monitor.failure_tolerance ?? 0) > 0 || (monitor.schedule_tolerance ?? 0) > 0;
  return [
    ...(assertions > 0
      ? [
          {
            what: `${assertions === 1 ? "an assertion" : `${assertions} assertions`} of “${chooseName(monitor)}”`,
            why: `Tattle compares the duration and numbers that the job sends, at most ${MAX_CHECKS} of them`,
          },
        ]
      : []),
    ...(hasTolerance
      ? [
          {
            what: `tolerance of “${chooseName(monitor)}”`,
            why: "choose how many failures in a row alert you, in the settings of the snitch",
          },
        ]
      : []),
  ];
}
