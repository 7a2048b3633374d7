import { createHash } from "node:crypto";
import { SEVERITIES } from "@/lib/rules/incidents/incident";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { parseMargin } from "@/lib/rules/schedule/margin-text";
import { ScheduleError } from "@/lib/rules/schedule/schedule-error";
import { isTimeZone } from "@/lib/rules/schedule/time-zone";
import { slugify } from "@/lib/rules/slug";
import { termsOf } from "../discover/schedule-problem";
import type { CronJob, Job } from "./objects";

/** What a cluster's snitch has. `expects`: a Job may run for as long as it likes, unless it has a limit. */
export type Terms = {
  slug: string;
  name: string;
  schedule: string;
  timezone: string;
  grace: number;
  tags: string[];
  expects: "start" | "finish";
  max_runtime: number | null;
  severity?: string;
};

/** Image pulls and new nodes take minutes, which is no miss. */
const COLD_START_SECONDS = 300;
const MAX_SECONDS = 365 * 86_400;
const MAX_TAGS = 20;
const MAX_TAG_CHARACTERS = 64;
const MAX_NAME_CHARACTERS = 200;
const MAX_SLUG_CHARACTERS = 80;
/** A Job without a CronJob is not expected at a time: only its failures alert. */
const WHENEVER = "every 365 days";
/** Tags by which keys are narrowed and channels chosen. No annotation of `tattle/tags` has them. */
const RESERVED = /^(cluster|namespace|channel):/i;

/** The tag of all snitches of a cluster, to which the watcher's key is narrowed. */
export const clusterTag = (cluster: string) => `cluster:${cluster}`;

/** A name for programs that no other object has, whatever it is called: its readable part alone could be that of another namespace. */
export function slugOf(
  cluster: string,
  kind: "cronjob" | "job" | "watcher",
  namespace: string,
  name: string,
): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([cluster, kind, namespace, name]))
    .digest("hex");
  return `${slugify(["k8s", cluster, namespace, name].filter(Boolean).join("-")).slice(0, MAX_SLUG_CHARACTERS)}-${hash.slice(0, 16)}`;
}

/** The schedule as Tattle reads it: Kubernetes also has `?`, which means the same as `*`. */
export const cronOf = (schedule: string) => schedule.replaceAll("?", "*");

/** Why the schedule cannot be expected; null if it can. */
export function scheduleProblem({
  schedule,
  timezone,
}: Pick<CronJob, "schedule" | "timezone">): string | null {
  if (timezone !== null && !isTimeZone(timezone)) return `time zone not supported: ${timezone}`;
  try {
    if (schedule && !/^every\b/i.test(schedule) && compileSchedule(termsOf(cronOf(schedule))).kind === "cron")
      return isAmbiguous(schedule)
        ? `schedule not supported: ${schedule} (days by date and by weekday, with a step)`
        : null;
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
  }
  return `schedule not supported: ${schedule || "none"}`;
}

/** With a step in one field and days in the other, Kubernetes means either day, but Debian’s cron, and Tattle, those that are both. */
function isAmbiguous(schedule: string): boolean {
  const [, , day = "*", , weekday = "*"] = schedule.trim().split(/\s+/);
  const isStep = (field: string) => /^\*\/(?!1$)/.test(field);
  const isAny = (field: string) => /^[*?](\/1)?$/.test(field);
  return (isStep(day) && !isAny(weekday)) || (isStep(weekday) && !isAny(day));
}

/** `problems`: what is wrong with the annotations. */
export type JobTerms = { terms: Terms; problems: string[]; sendsLog: boolean };

/** The terms of the snitch of a CronJob, and what is wrong with its annotations, which are left out then. */
export function readTerms(cluster: string, cronJob: CronJob): JobTerms {
  const { schedule, timezone, namespace, name, activeDeadlineSeconds, startingDeadlineSeconds } = cronJob;
  return read(cluster, cronJob, {
    slug: slugOf(cluster, "cronjob", namespace, name),
    name: `${namespace}/${name}`,
    schedule: cronOf(schedule),
    timezone: timezone ?? "UTC",
    grace: Math.min(COLD_START_SECONDS + (startingDeadlineSeconds ?? 0), MAX_SECONDS),
    activeDeadlineSeconds,
  });
}

/** The same for a Job without a CronJob. Jobs that are made under one `generateName` have one snitch. */
export function readJobTerms(cluster: string, job: Job): JobTerms {
  const { namespace, series, activeDeadlineSeconds } = job;
  return read(cluster, job, {
    slug: slugOf(cluster, "job", namespace, series),
    name: `${namespace}/${series}`,
    schedule: WHENEVER,
    timezone: "UTC",
    grace: COLD_START_SECONDS,
    activeDeadlineSeconds,
  });
}

type Defaults = Pick<Terms, "slug" | "name" | "schedule" | "timezone" | "grace"> & {
  activeDeadlineSeconds: number | null;
};

function read(
  cluster: string,
  { namespace, annotations }: Pick<CronJob, "namespace" | "annotations">,
  { activeDeadlineSeconds, ...defaults }: Defaults,
): JobTerms {
  const problems: string[] = [];
  const refuse = (name: string, problem: string) =>
    void problems.push(`annotation tattle/${name} ${problem}`);
  const seconds = (name: "grace" | "max-runtime", least: number): number | null => {
    const text = annotations[name];
    if (text === undefined) return null;
    const value = parseMargin(text);
    if (value !== null && value >= least && value <= MAX_SECONDS) return value;
    refuse(name, `isn't a duration such as 15m: ${text}`);
    return null;
  };
  const words = (name: "tags" | "channels"): string[] => {
    const list = [...new Set((annotations[name] ?? "").split(",").map((word) => word.trim()))].filter(
      Boolean,
    );
    const usable = list.filter(
      (word) => isTag(word, name === "channels" ? "channel:" : "") && !RESERVED.test(word),
    );
    if (usable.length < list.length || list.length > MAX_TAGS)
      refuse(name, `must have at most ${MAX_TAGS} short words without cluster:, namespace: or channel:`);
    return usable.slice(0, MAX_TAGS);
  };
  const name = annotations.name?.slice(0, MAX_NAME_CHARACTERS);
  if (annotations.name !== undefined && name !== annotations.name)
    refuse("name", `has more than ${MAX_NAME_CHARACTERS} characters`);
  const severity = annotations.severity;
  const hasSeverity = (SEVERITIES as readonly string[]).includes(severity ?? "");
  if (severity !== undefined && !hasSeverity)
    refuse("severity", `isn't one of ${SEVERITIES.join(", ")}: ${severity}`);
  const { log } = annotations;
  if (log !== undefined && log !== "true" && log !== "false")
    refuse("log", `must be “true” or “false”: ${log}`);
  const limit =
    seconds("max-runtime", 1) ?? (activeDeadlineSeconds === null ? null : Math.ceil(activeDeadlineSeconds));
  const terms: Terms = {
    ...defaults,
    name: name || defaults.name,
    grace: seconds("grace", 0) ?? defaults.grace,
    tags: [
      clusterTag(cluster),
      `namespace:${namespace}`.slice(0, MAX_TAG_CHARACTERS),
      ...words("tags"),
      ...words("channels").map((channel) => `channel:${channel}`),
    ],
    expects: "start",
    max_runtime: limit !== null && limit >= 1 && limit <= MAX_SECONDS ? limit : null,
    ...(hasSeverity && { severity }),
  };
  return { terms, problems, sendsLog: log !== "false" };
}

const isTag = (word: string, prefix: string) =>
  prefix.length + word.length <= MAX_TAG_CHARACTERS && !/^\.{1,2}$/.test(word);
