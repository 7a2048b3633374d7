import { TERMS } from "@/lib/cases/plan";
import { MINUTE_MS } from "@/lib/rules/durations";
import type { Report } from "@/lib/rules/reports/report";
import type { SignalEffect } from "@/lib/rules/runs/apply-signal";
import { beganAt, endedWell, type Run } from "@/lib/rules/runs/run";
import { countsFromStart } from "@/lib/rules/runs/terms";
import { applyEvent } from "@/lib/rules/state/apply-event";
import { applyTime } from "@/lib/rules/state/apply-time";
import type { ListeningGap } from "@/lib/rules/state/listening-gap";
import type { SnitchEvent } from "@/lib/rules/state/snitch-event";
import type { SnitchState } from "@/lib/rules/state/snitch-state";
import type { Transition } from "@/lib/rules/state/transition";
import type { SnitchTransition } from "./apply-transitions";

export type TimedReport = Report & { at: Date };

/** Applies a report to its snitch, in place: the next report sees the new state, and alerts accumulate. */
export function applyReport(
  transition: SnitchTransition,
  report: TimedReport,
  effect: SignalEffect,
  listeningGaps: ListeningGap[],
): void {
  const event = toEvent(report, effect, transition.snitch);
  // Whether its incident is over is decided when the transition is saved; until then further good results count.
  if (transition.alerts.some(({ kind }) => kind === "reporting")) transition.snitch.recovering = true;
  if (event) add(transition, applyEvent(transition.snitch, event, listeningGaps));
}

/** Applies what the passing of time has changed until this instant, in place. */
export const applyPassedTime = (
  transition: SnitchTransition,
  at: Date,
  listeningGaps: ListeningGap[],
): void => add(transition, applyTime(transition.snitch, at, listeningGaps));

function add(transition: SnitchTransition, { snitch, alerts, pauses, unknownMisses }: Transition): void {
  Object.assign(transition.snitch, snitch);
  // Not into the same lists: the transition before a check-in may share them.
  if (alerts.length > 0) transition.alerts = [...transition.alerts, ...alerts];
  if (pauses.length > 0) transition.pauses = [...transition.pauses, ...pauses];
  if (unknownMisses.length > 0) transition.unknownMisses = [...transition.unknownMisses, ...unknownMisses];
}

/** Null if the report means nothing for the snitch. On a plan without Error Notices an error counts as a healthy check-in. */
function toEvent(
  { at, exitStatus, message }: TimedReport,
  effect: SignalEffect,
  snitch: SnitchTransition["snitch"],
): SnitchEvent | null {
  const { kind, run } = effect;
  if (kind === "none") return null;
  if (kind === "started") {
    // A start does not take back what the run before it reported: only a finish does.
    const onlyMatches = snitch.expects === "finish" || snitch.status === "errored";
    if (onlyMatches) return { kind: "started", at, abandons: effect.abandons };
    return { kind: "checked_in", at, exitStatus: "", message, run, matchAt: at };
  }
  if (run && effect.isRepeat && isContradicted(run, snitch)) return null;
  const matchAt = run && countsFromStart(snitch) ? findMatchAt(run) : null;
  const report = { at, exitStatus, message, run, ...(matchAt && { matchAt }) };
  if (!effect.fault || !TERMS[snitch.plan].errorNotices) return { kind: "checked_in", ...report };
  return { kind: "reported_error", ...report, cause: effect.fault.cause };
}

/** The instant for which a finish counts. A start that is only computed from a rounded duration may be a moment too early. */
function findMatchAt(run: Run): Date | null {
  const began = beganAt(run);
  if (!began || run.startedAt || !run.endedAt) return began;
  return new Date(Math.min(began.getTime() + MINUTE_MS, run.endedAt.getTime()));
}

/** Whether another run has reported the opposite since this one ended. Then a repeated request must not change that. */
function isContradicted(run: Run, { status, erroredAt, checkedInAt }: SnitchState): boolean {
  const { endedAt } = run;
  if (!endedAt) return false;
  return endedWell(run)
    ? status === "errored" && erroredAt !== null && erroredAt > endedAt
    : checkedInAt !== null && checkedInAt > endedAt;
}
