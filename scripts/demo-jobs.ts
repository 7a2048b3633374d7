/** A job of the demo. Of every ten minutes it is silent in some, and fails in some. */
export type DemoJob = {
  name: string;
  tags: string[];
  silentIn: number[];
  failsIn: number[];
  says: string;
  error: string;
};

export const JOBS: DemoJob[] = [
  {
    name: "Heartbeat of the job queue",
    tags: ["workers", "critical"],
    silentIn: [],
    failsIn: [],
    says: "0 jobs wait",
    error: "",
  },
  {
    name: "Synchronise payments",
    tags: ["payments"],
    silentIn: [],
    failsIn: [3, 4, 7],
    says: "17 payments booked",
    error: "HTTP 502 from the payment provider",
  },
  {
    name: "Warm the cache",
    tags: ["web"],
    silentIn: [4, 5, 6, 7],
    failsIn: [],
    says: "310 pages warmed",
    error: "",
  },
];

/** What the job does in this minute since 1970; null when it does not run. */
export function ofMinute(job: DemoJob, minute: number): { exitStatus: number; message: string } | null {
  const place = minute % 10;
  if (job.silentIn.includes(place)) return null;
  const fails = job.failsIn.includes(place);
  return { exitStatus: fails ? 1 : 0, message: fails ? job.error : job.says };
}
