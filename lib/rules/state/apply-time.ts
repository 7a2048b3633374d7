import { toAlertRun } from "@/lib/rules/runs/alert-run";
import { asAbandoned, asOverrun, asStarted, isOverdueAt } from "@/lib/rules/runs/apply-signal";
import type { Run } from "@/lib/rules/runs/run";
import { withRun } from "@/lib/rules/runs/with-run";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { draftAlert } from "./alert-draft";
import { countsFor, gapHiding, type ListeningGap } from "./listening-gap";
import { deadlineAfter, deadlineAfterMiss } from "./match-tick";
import { nextDeadline } from "./next-deadline";
import { unpause } from "./pause-rules";
import type { SnitchState } from "./snitch-state";
import { nextStatus } from "./status";
import { combine, type Transition, withoutAlerts } from "./transition";

/**
 * Applies what only the passing of time changes: a pause ends, a deadline passes, or a run exceeds its limit, each in its
 * turn. Idempotent. After a long gap only one miss is alerted, however many periods passed. A check-in may have been lost in
 * one of these listening gaps: then no one knows whether the deadline was missed, and the snitch gets a new period from the
 * end of the gap.
 */
export function applyTime(snitch: SnitchState, now: Date, listeningGaps: ListeningGap[]): Transition {
  const dueUntil = new Date(now.getTime() - DEADLINE_ALLOWANCE_MS);
  const deadline = snitch.deadline && snitch.deadline <= dueUntil ? snitch.deadline : null;
  const overdue = firstOverdue(snitch.runs, now);
  const { pauseEndsAt } = snitch;
  if (pauseEndsAt && pauseEndsAt <= now && !isBefore(overdue?.limitAt, pauseEndsAt)) {
    const unpaused = unpause(snitch, pauseEndsAt);
    return combine(unpaused, applyTime(unpaused.snitch, now, listeningGaps));
  }
  if (overdue?.limitAt && !isBefore(deadline, overdue.limitAt)) {
    const overran = exceedLimit(snitch, overdue, overdue.limitAt, listeningGaps);
    return combine(overran, applyTime(overran.snitch, now, listeningGaps));
  }
  if (!deadline) return withoutAlerts(snitch);
  const countedUntil = new Date(deadline.getTime() + DEADLINE_ALLOWANCE_MS);
  const listeningGap = gapHiding(snitch, deadline, countedUntil, listeningGaps);
  if (!listeningGap) {
    const missed = miss(snitch, deadline, dueUntil);
    // The next deadline is later than now, but a run may have exceeded its limit since.
    return overdue ? combine(missed, applyTime(missed.snitch, now, listeningGaps)) : missed;
  }
  // The new deadline is later, because the gap ends within the missed period or after it.
  const granted: SnitchState = {
    ...snitch,
    deadline: nextDeadline(snitch, listeningGap.endsAt),
    deadlineBy: "silence",
    deadlineSince: listeningGap.endsAt,
  };
  const unknown = { ...withoutAlerts(granted), unknownMisses: [{ deadline, listeningGap }] };
  return combine(unknown, applyTime(granted, now, listeningGaps));
}

/** Whether a deadline or the limit of a run has passed, so that `applyTime` depends on the listening gaps. */
export const isOverdue = (snitch: SnitchState, now: Date) =>
  firstOverdue(snitch.runs, now) !== null || applyTime(snitch, now, []).alerts.length > 0;

/** Until when a check-in that was received could still prevent what is overdue; null if nothing is. */
export function countedUntil(snitch: SnitchState, now: Date): Date | null {
  const limits = snitch.runs.flatMap((run) => (run.limitAt && isOverdueAt(run, now) ? [run.limitAt] : []));
  const times = [...limits, ...applyTime(snitch, now, []).alerts.map(({ at }) => at)];
  if (times.length === 0) return null;
  return new Date(Math.max(...times.map((at) => at.getTime())) + DEADLINE_ALLOWANCE_MS);
}

const isBefore = (one: Date | null | undefined, other: Date) => Boolean(one && one < other);

/** The run whose limit passed first; null if there is none. */
export function firstOverdue(runs: readonly Run[], now: Date): Run | null {
  let first: Run | null = null;
  for (const run of runs) {
    if (isOverdueAt(run, now) && !isBefore(first?.limitAt, run.limitAt as Date)) first = run;
  }
  return first;
}

/** Marks the deadline as missed. The next one is that of the following run, or a later one after `dueUntil`. */
function miss(snitch: SnitchState, deadline: Date, dueUntil: Date): Transition {
  const status = nextStatus(snitch.status, "missed");
  const missing: SnitchState = {
    ...snitch,
    status,
    deadline: deadlineAfterMiss(snitch, deadline, dueUntil),
    deadlineBy: "missed",
    deadlineSince: deadline,
    missingSince: snitch.missingSince ?? deadline,
  };
  const alert = draftAlert({
    before: snitch,
    kind: "missing",
    to: status,
    at: deadline,
    meantFor: "everybody",
    cause: "missed",
  });
  return { snitch: missing, alerts: [alert], pauses: [], unknownMisses: [] };
}

/**
 * Marks a run that has exceeded its limit. Its snitch is missing, because no one knows whether the job will end. No one waits
 * for it while the snitch is paused, if its history says so, or if its finish may have been lost in a listening gap.
 */
function exceedLimit(
  snitch: SnitchState,
  run: Run,
  limitAt: Date,
  listeningGaps: ListeningGap[],
): Transition {
  const isAwaited = snitch.status !== "paused" && !isDropped(snitch, run);
  if (!isAwaited || mayHaveEnded(run, limitAt, listeningGaps))
    return withoutAlerts({ ...snitch, ...withRun(snitch, asAbandoned(run)) });
  const overran = { ...snitch, ...withRun(snitch, asOverrun(run)) };
  // Its start arrived so late that a report has already ended the alert that it would have caused.
  if (hasReportedSince(snitch, asStarted(run, snitch).limitAt ?? limitAt)) return withoutAlerts(overran);
  const status = nextStatus(snitch.status, "overran");
  const missing: SnitchState = {
    ...overran,
    status,
    ...(!snitch.deadline && {
      deadline: deadlineAfter(snitch, limitAt),
      deadlineBy: "overran",
      deadlineSince: limitAt,
    }),
    missingSince: snitch.missingSince ?? limitAt,
  };
  const alert = draftAlert({
    before: snitch,
    kind: "missing",
    to: status,
    at: limitAt,
    meantFor: "everybody",
    cause: "overran",
    run: toAlertRun(run),
  });
  return { snitch: missing, alerts: [alert], pauses: [], unknownMisses: [] };
}

/** Whether the history shows that no one is waiting for a run anymore. A keep-alive since then has it watched again. */
const isDropped = ({ dropped }: SnitchState, run: Run) =>
  dropped.some(({ id, aliveAt }) => id === run.id && aliveAt?.getTime() === run.aliveAt?.getTime());

function hasReportedSince({ checkedInAt, erroredAt }: SnitchState, limitAt: Date): boolean {
  const noticedMs = limitAt.getTime() + DEADLINE_ALLOWANCE_MS;
  return Math.max(checkedInAt?.getTime() ?? 0, erroredAt?.getTime() ?? 0) >= noticedMs;
}

function mayHaveEnded({ aliveAt, at }: Run, limitAt: Date, listeningGaps: ListeningGap[]): boolean {
  const since = aliveAt ?? at;
  const countedUntil = new Date(limitAt.getTime() + DEADLINE_ALLOWANCE_MS);
  const lengthMs = limitAt.getTime() - since.getTime();
  return listeningGaps.some(
    (listeningGap) =>
      countsFor(listeningGap, lengthMs) &&
      listeningGap.startsAt < countedUntil &&
      listeningGap.endsAt > since,
  );
}
