import { DEADLINE_ALLOWANCE_MS } from "./apply-time";
import { isLate } from "./is-late";
import type { Period } from "./period";
import { isHealthy, type Report } from "./report";
import { countsFor, type Silence } from "./silence";
import type { SnitchState } from "./snitch-state";

/**
 * What is known about a period. `healthy` and `errored`: its last report. `missed`: no report in time. `late`: no report in
 * time so far, and the miss is not decided yet. `unknown`: Tattle was not listening, so a report may have been lost. `open`:
 * no report so far, and it is not due yet. `quiet`: no report, and none was expected yet (before the first check-in that is
 * kept, or before the interval changed). `paused`: no report, and none was needed.
 */
export type PeriodOutcome =
  | "healthy"
  | "errored"
  | "missed"
  | "late"
  | "unknown"
  | "paused"
  | "quiet"
  | "open";

/** The last report of a period. Null and empty if there was none. */
export type LastReport = Report & { checkedInAt: Date | null };

/** The facts about a snitch that decide whether a period without a report was missed. */
export type SnitchFacts = Pick<SnitchState, "status" | "deadline" | "missingSince"> & {
  firstReportAt: Date | null;
  /** When the interval was last changed. Silence before that cannot be judged by the current periods. */
  rescheduledAt: Date | null;
  pauses: { startsAt: Date; endsAt: Date | null }[];
  /** The deadlines of missing alerts that were raised about the time of a silence. */
  missedAt: Date[];
};

/**
 * The outcome of one period. `report`: its last one, or the first one after it that was still in time for a deadline at its
 * end, as `applyTime` has it.
 */
export function periodOutcome(
  period: Period,
  report: LastReport,
  facts: SnitchFacts,
  silences: Silence[],
  now: Date,
): PeriodOutcome {
  const { checkedInAt } = report;
  const reported = isHealthy(report) ? "healthy" : "errored";
  if (checkedInAt && checkedInAt < period.end) return reported;
  const { firstReportAt, rescheduledAt, pauses } = facts;
  if (!firstReportAt || period.start < firstReportAt) return "quiet";
  if (rescheduledAt && period.start < rescheduledAt) return "quiet";
  const isPaused = pauses.some(
    ({ startsAt, endsAt }) => startsAt < period.end && (!endsAt || endsAt > period.start),
  );
  if (isPaused) return "paused";
  if (checkedInAt) return reported;
  if (isLate(facts, now) && isDueIn(period, facts)) return "late";
  if (period.end > now) return isMissedAlready(period, facts) ? "missed" : "open";
  if (period.end.getTime() + DEADLINE_ALLOWANCE_MS > now.getTime()) return "late";
  return isUnknown(period, facts, silences) ? "unknown" : "missed";
}

const isDueIn = ({ start, end }: Period, { deadline }: SnitchFacts) =>
  deadline !== null && deadline > start && deadline <= end;

/** Whether a smart deadline within this period was missed, although the period has not ended. */
const isMissedAlready = ({ start }: Period, { status, missingSince }: SnitchFacts) =>
  status === "failed" && missingSince !== null && missingSince > start;

/** Whether a report may have been lost in this period. If an alert was raised, the rules knew better. */
function isUnknown({ start, end }: Period, { missedAt }: SnitchFacts, silences: Silence[]): boolean {
  const lengthMs = end.getTime() - start.getTime();
  return (
    silences.some(
      (silence) => countsFor(silence, lengthMs) && silence.startsAt < end && silence.endsAt > start,
    ) && !missedAt.some((at) => at > start && at <= end)
  );
}
