/** A job of the demo, with the minutes of every ten in which it does not run, or fails. */
export type DemoJob = { name: string; tags: string[]; missing: number[]; fails: number[]; ok: string };

const ERROR = "HTTP 502 from the payment provider";

export const JOBS: DemoJob[] = [
  {
    name: "Job queue heartbeat",
    tags: ["workers", "critical"],
    missing: [],
    fails: [],
    ok: "0 jobs waiting",
  },
  {
    name: "Synchronize payments",
    tags: ["payments"],
    missing: [],
    fails: [3, 4, 7],
    ok: "17 payments booked",
  },
  { name: "Warm the cache", tags: ["web"], missing: [4, 5, 6, 7], fails: [], ok: "310 pages warmed" },
];

/** What the job reports in this minute since 1970. Null if it does not run. */
export function findReport(job: DemoJob, minute: number): { exitStatus: number; message: string } | null {
  if (job.missing.includes(minute % 10)) return null;
  return job.fails.includes(minute % 10)
    ? { exitStatus: 1, message: ERROR }
    : { exitStatus: 0, message: job.ok };
}
