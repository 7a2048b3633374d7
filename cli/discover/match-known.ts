import { groupBy } from "@/lib/rules/group-by";
import { hashIdentity, type Identity } from "./identity";

/** A job that is watched: its identity, when it runs, and its snitch. */
export type KnownJob = Identity & { schedule: string; timezone: string; slug: string };

export type FoundJob = Identity & { schedule: string; timezone: string };

export type JobMatch<Found extends FoundJob, Known extends KnownJob> = {
  job: Found;
  known: Known | null;
  change: "new" | "unchanged" | "rescheduled" | "other command" | "moved";
};

type Result<Found extends FoundJob, Known extends KnownJob> = {
  matches: JobMatch<Found, Known>[];
  /** Known jobs that no file has anymore. They are asked about, and never deleted. */
  vanished: Known[];
};

/**
 * Finds the snitch of each job. A line that is as it was keeps it; so does one whose schedule or command stayed in the same file, and
 * one that stands in another file now. What could be two of them is new: a wrong snitch is worse than one more.
 */
export function matchKnown<Found extends FoundJob, Known extends KnownJob>(
  cronJobs: Found[],
  snitches: Known[],
): Result<Found, Known> {
  const matches = new Map<Found, JobMatch<Found, Known>>();
  let [jobs, rest] = [cronJobs, snitches];
  const pair = (change: JobMatch<Found, Known>["change"], keyOf: (job: FoundJob) => string) => {
    const [byJob, byKnown] = [groupBy(jobs, keyOf), groupBy(rest, keyOf)];
    const taken = new Set<Known>();
    for (const [key, candidates] of byJob) {
      const [first, ...others] = byKnown.get(key) ?? [];
      const [job, ...more] = candidates;
      if (!first || !job || others.length + more.length > 0) continue;
      const isSame = first.schedule === job.schedule && first.timezone === job.timezone;
      matches.set(job, {
        job,
        known: first,
        change: change === "unchanged" && !isSame ? "rescheduled" : change,
      });
      taken.add(first);
    }
    jobs = jobs.filter((job) => !matches.has(job));
    rest = rest.filter((each) => !taken.has(each));
  };
  pair("unchanged", hashIdentity);
  pair("other command", ({ host, user, file, schedule, timezone }) =>
    JSON.stringify([host, user, file, schedule, timezone]),
  );
  pair("moved", ({ host, user, command }) => JSON.stringify([host, user, command]));
  return {
    matches: cronJobs.map((job) => matches.get(job) ?? { job, known: null, change: "new" }),
    vanished: rest,
  };
}
