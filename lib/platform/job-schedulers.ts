import { HOUR_MS, SECOND_MS } from "@/lib/rules/durations";
import type { QueueBackend } from "./queue-backend";

/** A job that BullMQ starts once in each interval, whichever worker runs it. Its name is the id of its scheduler. */
export type Scheduled = { name: string; everyMs: number };

/**
 * The part of its interval after which a recurring job starts, in every interval since 1970: so workers that schedule it at the
 * same moment agree, and jobs start together. Not on a full minute, when check-ins arrive and deadlines pass.
 */
const PHASE = 0.38;

/**
 * How many seconds finished runs are kept. BullMQ finds them more cheaply by age than by number, and Postgres
 * vacuums a table of some thousand rows more rarely than a smaller one.
 */
const KEPT_S = (6 * HOUR_MS) / SECOND_MS;
const KEPT_RUNS = { removeOnComplete: { age: KEPT_S }, removeOnFail: { age: KEPT_S } };

type Queue = ReturnType<QueueBackend["openQueue"]>["bull"];

/** Has BullMQ start these jobs once in each of their intervals. Those that it starts already keep their times. */
export async function upsertSchedulers(queue: Queue, jobs: Scheduled[]): Promise<void> {
  const upsert = ({ name, everyMs }: Scheduled) =>
    queue.upsertJobScheduler(name, { every: everyMs, offset: PHASE * everyMs }, { opts: KEPT_RUNS });
  await Promise.all(jobs.map(upsert));
}

/** Has BullMQ no longer start any other jobs than these, which an earlier version scheduled. */
export async function removeOtherSchedulers(queue: Queue, jobs: Scheduled[]): Promise<void> {
  const names = new Set(jobs.map(({ name }) => name));
  for (const { key } of await queue.getJobSchedulers())
    if (!names.has(key)) await queue.removeJobScheduler(key);
}
