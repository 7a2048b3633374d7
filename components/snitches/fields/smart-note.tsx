import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";

/** When the job usually checks in, and the rule that smart deadlines follow. */
export function SmartNote({ sentence, terms }: { sentence: string; terms: ScheduleTerms }) {
  return (
    <div className="grid gap-1 text-sm text-ink-quiet">
      <p>{sentence}</p>
      <details>
        <summary className="w-fit py-1 hover:text-ink">How smart alerts decide</summary>
        <p className="max-w-prose pt-1">{terms.schedule === null ? OF_PERIODS : OF_RUNS}</p>
      </details>
    </div>
  );
}

const OF_PERIODS =
  "For each of the last 7 periods with a healthy check-in, Tattle remembers how far into the period the first one came. If there are at least 3, and they are within a quarter of the interval, the deadline in the next period is the latest of them plus a tenth of the interval. Otherwise, and never later, it is the end of that period. Changing the interval or the alert type starts over.";

const OF_RUNS =
  "For each of the last 7 runs with a healthy check-in, Tattle remembers how long after the time of the run the first one came. If there are at least 3, and they are within a quarter of the time between two runs, the deadline of the next run is its time, plus the latest of them, plus a tenth of the time between two runs, but not after the run that follows. Otherwise it is the end of the grace. Changing the schedule or the alert type starts over.";
