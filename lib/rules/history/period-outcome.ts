import { isHealthy, type Report } from "@/lib/rules/reports/report";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import type { Window } from "@/lib/rules/schedule/windows";
import { isLate } from "@/lib/rules/state/is-late";
import { countsFor, type ListeningGap } from "@/lib/rules/state/listening-gap";
import type { SnitchState } from "@/lib/rules/state/snitch-state";

/**
 * The facts about a period. `healthy` and `errored`: its last report. `missed`: no report in time. `late`: no report in
 * time, and no alert: the next one came within the allowance after the deadline, or the miss is not decided yet. `unknown`: Tattle was not listening, so a report may have been lost. `open`:
 * no report so far, and it is not due yet. `quiet`: no report, and none was expected yet (before the first check-in that is
 * kept, or before the interval changed). `paused`: no report, and none was needed. `excused`: it was missed, and its deadline lies
 * in maintenance, or its last report is an error during maintenance; it counts neither as kept nor as missed.
 */
export type PeriodOutcome =
  | "healthy"
  | "errored"
  | "missed"
  | "late"
  | "unknown"
  | "paused"
  | "excused"
  | "quiet"
  | "open";

/** The last report of a period. Null and empty if there was none. */
export type LastReport = Report & {
  checkedInAt: Date | null;
  /** Set if it came late. The period counts by when it happened. */
  isReportedLate?: true;
};

export const NO_LAST_REPORT: LastReport = { checkedInAt: null, exitStatus: "", message: "" };

/**
 * The last report of a window. `isExcused`: it is an error during maintenance. `lateAt`: there is none, but the next one came then,
 * within the allowance after the deadline.
 */
export type WindowReport = LastReport & { isExcused: boolean; lateAt: Date | null };

export const NO_WINDOW_REPORT: WindowReport = { ...NO_LAST_REPORT, isExcused: false, lateAt: null };

/** The facts about a snitch that decide whether a period without a report was missed. */
export type SnitchFacts = Pick<SnitchState, "status" | "deadline" | "missingSince"> & {
  /** The first report, or the start of a run before it; or any such one before all windows that are asked about. */
  firstSignalAt: Date | null;
  /** When the schedule was last changed. The current windows can't explain missing reports before that. */
  rescheduledAt: Date | null;
  pauses: { startsAt: Date; endsAt: Date | null }[];
  /** The deadlines of missing alerts that were raised about the time of a listening gap or, without fixed times, in any window. */
  missedAt: Date[];
};

/**
 * The outcome of one window. A report counts for the one in which it came. A window without one is late, not missed, if the next one
 * spared people the alert, as `applyTime` has it.
 */
export function periodOutcome(
  window: Window,
  report: WindowReport,
  facts: SnitchFacts,
  listeningGaps: ListeningGap[],
  now: Date,
): PeriodOutcome {
  const { firstSignalAt, rescheduledAt, pauses } = facts;
  if (!hasFixedTimes(window) && wasAlerted(window, facts)) return "missed";
  if (report.checkedInAt) {
    if (!isHealthy(report)) return report.isExcused ? "excused" : "errored";
    return firstSignalAt && wasDueBefore(window, firstSignalAt) ? "quiet" : "healthy";
  }
  if (!firstSignalAt || isBeforeFirst(window, firstSignalAt)) return "quiet";
  if (rescheduledAt && window.start < rescheduledAt) return "quiet";
  const isPaused = pauses.some(
    ({ startsAt, endsAt }) => startsAt < window.end && (!endsAt || endsAt > window.start),
  );
  if (isPaused) return "paused";
  if (report.lateAt) return "late";
  if (isLate(facts, now) && isDueIn(window, facts)) return "late";
  if (window.end > now) return isMissedAlready(window, facts, now) ? "missed" : "open";
  if (window.dueAt > now) return "open";
  if (isUndecided(window, now)) return "late";
  return isUnknown(window, facts, listeningGaps) ? "unknown" : "missed";
}

/** Whether nothing was expected in a window yet. A run that starts in its window and ends it too late was expected there. */
const isBeforeFirst = (window: Window, firstSignalAt: Date) =>
  window.start < firstSignalAt && (window.dueAt >= window.end || wasDueBefore(window, firstSignalAt));

/** Whether the run of a window was due before anything was known of its job: a check-in after that is not one of that run. */
const wasDueBefore = ({ end, dueAt }: Window, firstSignalAt: Date) => dueAt < end && dueAt <= firstSignalAt;

/** A window of “every …” also counts reports before its start, because its runs can be at any time. */
export const hasFixedTimes = ({ start, reportsFrom }: Window) => reportsFrom >= start;

const isUndecided = ({ dueAt }: Window, now: Date) => dueAt.getTime() + DEADLINE_ALLOWANCE_MS > now.getTime();

const isDueIn = ({ start, end }: Window, { deadline }: SnitchFacts) =>
  deadline !== null && deadline > start && deadline <= end;

/** Whether the deadline of this window was missed, although the window has not ended. */
function isMissedAlready(window: Window, { status, missingSince }: SnitchFacts, now: Date): boolean {
  if (status !== "failed" || missingSince === null) return false;
  return missingSince > window.start || !isUndecided(window, now);
}

const wasAlerted = (window: Window, facts: SnitchFacts) => missesIn(window, facts).length > 0;

/** The deadlines in this window of the missing alerts that are known. */
export const missesIn = ({ start, end }: Window, { missedAt }: SnitchFacts) =>
  missedAt.filter((at) => at > start && at <= end);

/** Whether a report may have been lost in this window. If an alert was raised, the rules knew better. */
function isUnknown(window: Window, facts: SnitchFacts, listeningGaps: ListeningGap[]): boolean {
  const { start, end } = window;
  const lengthMs = end.getTime() - start.getTime();
  return (
    listeningGaps.some(
      (listeningGap) =>
        countsFor(listeningGap, lengthMs) && listeningGap.startsAt < end && listeningGap.endsAt > start,
    ) && !wasAlerted(window, facts)
  );
}
