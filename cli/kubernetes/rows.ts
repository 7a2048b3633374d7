import { isBoolean, isList, isObject, isText, isTime } from "../parse-response";
import { judge, type Rules } from "./judge";
import type { CronJob } from "./objects";
import type { Snitches } from "./snitches";
import { slugOf } from "./terms";

/** What the page of a cluster shows of a CronJob. */
export type Row = {
  namespace: string;
  name: string;
  watched: boolean;
  reason: string;
  snitch: string | null;
  schedule: string;
  seen_at: string;
};

export const isRows = isList(
  isObject({
    namespace: isText,
    name: isText,
    watched: isBoolean,
    reason: isText,
    snitch: (value: unknown): value is string | null => value === null || isText(value),
    schedule: isText,
    seen_at: isTime,
  }),
);

/** The server stores no more. */
export const MAX_ROWS = 5_000;
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_TEXT_CHARACTERS = 200;
export const DELETED = "deleted from the cluster: pause or delete its snitch";

/** Each CronJob with what is said of it, and the command that would change it. */
export function rowsOf(
  cronJobs: Iterable<CronJob>,
  rules: Rules,
  snitches: Snitches | null,
  now: Date,
): (Row & { command: string | null })[] {
  return [...cronJobs]
    .map((cronJob) => {
      const { namespace, name, schedule } = cronJob;
      const verdict = judge(cronJob, rules, now.getTime());
      const slug = slugOf(rules.cluster, "cronjob", namespace, name);
      const refusal = verdict.isWatched ? snitches?.refusalOf(slug) : null;
      return {
        namespace,
        name,
        watched: verdict.isWatched && !refusal,
        reason: [refusal && `Tattle has no snitch for it: ${refusal}`, verdict.reason]
          .filter(Boolean)
          .join("; "),
        snitch: snitches?.tokenOf(slug) ?? null,
        schedule,
        seen_at: now.toISOString(),
        command: verdict.command,
      };
    })
    .toSorted((one, other) => compare(one.namespace, other.namespace) || compare(one.name, other.name));
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** As many rows as the server stores, with short texts. */
export function fitted(rows: Row[]): Row[] {
  const cut = (text: string) => text.slice(0, MAX_TEXT_CHARACTERS).toWellFormed();
  let some = rows
    .slice(0, MAX_ROWS)
    .map((row) => ({ ...row, reason: cut(row.reason), schedule: cut(row.schedule) }));
  while (Buffer.byteLength(JSON.stringify(some)) > MAX_BYTES)
    some = some.slice(0, Math.floor(some.length * 0.9));
  return some;
}
