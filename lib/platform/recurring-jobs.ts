import { setTimeout as sleep } from "node:timers/promises";
import { SECOND_MS } from "@/lib/rules/durations";
import { query } from "./db";

// When each recurring job is overdue, for all workers together, by the clock of the database.

/** A job is overdue if it does not begin again within this time. */
export type Expected = { name: string; withinMs: number };

/** Jobs that begin within this time share a statement. */
const COLLECTED_MS = SECOND_MS;

/**
 * Keeps those of these jobs that no worker has known so far, and returns their names: of several workers that ask at once, one
 * gets each name.
 */
export async function addJobs(jobs: Expected[]): Promise<string[]> {
  const rows = await query<{ name: string }>(
    `${INSERT} ON CONFLICT DO NOTHING RETURNING name`,
    toColumns(jobs),
  );
  return rows.map(({ name }) => name);
}

export async function expectJobs(jobs: Expected[]): Promise<void> {
  await query(`${INSERT} ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at`, toColumns(jobs));
}

const INSERT = `INSERT INTO recurring_jobs (name, due_at)
  SELECT name, now() + within_ms * interval '1 millisecond'
  FROM unnest($1::text[], $2::float8[]) AS jobs (name, within_ms) ORDER BY name`;
const toColumns = (jobs: Expected[]) => [jobs.map(({ name }) => name), jobs.map(({ withinMs }) => withinMs)];

export type ExpectLater = (job: Expected) => void;

/** Returns a function that does the same a moment later, for all jobs of that moment, and gives no response. */
export function openExpectations(): ExpectLater {
  const collected = new Map<string, Expected>();
  async function write() {
    await sleep(COLLECTED_MS, undefined, { ref: false });
    const jobs = [...collected.values()];
    collected.clear();
    await expectJobs(jobs);
  }
  return (job) => {
    // If the database is unavailable, the guard begins the jobs once more than it had to.
    if (collected.size === 0) write().catch(() => {});
    collected.set(job.name, job);
  };
}

/** As `expectJobs`, if the job is overdue: of several workers that ask at once, one is notified true. */
export async function takeOverdueJob({ name, withinMs }: Expected): Promise<boolean> {
  const rows = await query(
    `UPDATE recurring_jobs SET due_at = now() + $2::float8 * interval '1 millisecond'
     WHERE name = $1 AND due_at <= now() RETURNING name`,
    [name, withinMs],
  );
  return rows.length > 0;
}

/** The names of those of these jobs that are overdue. */
export async function listOverdueJobs(names: string[]): Promise<string[]> {
  const overdue = await query<{ name: string }>(
    "SELECT name FROM recurring_jobs WHERE name = ANY ($1) AND due_at <= now()",
    [names],
  );
  return overdue.map(({ name }) => name);
}
