import { MINUTE_MS } from "../durations";
import { TERMS } from "../plans";
import type { RunSignal, SignalEffect } from "../runs/apply-signal";
import { isReplacedBy } from "../runs/replaced";
import { beganAt, endedWell, type Run } from "../runs/run";
import { countsFromStart } from "../runs/terms";
import { withAbandoned } from "../runs/with-run";
import { applyEvent } from "../state/apply-event";
import { applyTime, isOverdue } from "../state/apply-time";
import type { ListeningGap } from "../state/listening-gap";
import { deadlineAfter } from "../state/match-tick";
import type { SnitchEvent } from "../state/snitch-event";
import type { SnitchState } from "../state/snitch-state";
import type { Transition } from "../state/transition";
import type { CheckIn, CheckInKind } from "./check-in";
import { later } from "./order";
import { isDeferred } from "./place";
import type { Report } from "./report";
import type { CheckedInSnitch, ReportedSnitch } from "./reported-snitch";

type Accumulated = Pick<ReportedSnitch, keyof Transition>;

export type TimedReport = Report & { at: Date };

/** Applies what time has changed until a check-in, unless that is deferred. */
export function passTime(target: ReportedSnitch, at: Date, listeningGaps: ListeningGap[]): void {
  const { snitch } = target;
  if (!isDeferred(snitch, at) && isOverdue(snitch, at)) applyPassedTime(target, at, listeningGaps);
}

/** Applies what a check-in means for its snitch, unless that is deferred. */
export function applyEffect(
  target: ReportedSnitch,
  checkIn: Pick<CheckIn, "at" | "exitStatus" | "message" | "receivedAt">,
  effect: SignalEffect,
  listeningGaps: ListeningGap[],
): void {
  const { snitch } = target;
  const { at } = checkIn;
  if (isDeferred(snitch, at)) return;
  if (effect.kind === "finished" && effect.fault) target.lastErrorAt = later(target.lastErrorAt, at);
  if (effect.kind === "finished" && !effect.fault && isErroredSince(target, at)) {
    snitch.checkedInAt = later(snitch.checkedInAt, at);
  } else {
    const isFirst = snitch.deadline === null;
    applyReport(target, checkIn, effect, listeningGaps);
    if (isFirst && checkIn.receivedAt) Object.assign(snitch, withDeadlineAfter(snitch, checkIn.receivedAt));
  }
}

/** No one waited for the job before its first report came: no deadline of a time before that is missed. */
function withDeadlineAfter(snitch: CheckedInSnitch, receivedAt: Date): Partial<CheckedInSnitch> {
  if (!snitch.deadline || snitch.deadline > receivedAt) return {};
  return { deadline: deadlineAfter(snitch, receivedAt), deadlineBy: "report", deadlineSince: receivedAt };
}

/** Whether an error was reported after this time, and nothing took it back. A snitch itself knows only when it was alerted. */
const isErroredSince = ({ snitch, lastErrorAt }: ReportedSnitch, at: Date) =>
  snitch.status === "errored" && lastErrorAt !== null && lastErrorAt > at;

/** Abandons the runs that no one waits for anymore after this signal, in place. Returns what it means for the snitch then. */
export function replaceRuns(snitch: CheckedInSnitch, signal: RunSignal, effect: SignalEffect): SignalEffect {
  const { running } = snitch;
  const isReplaced = (run: Run) => isReplacedBy(run, signal, effect.kind === "started");
  Object.assign(snitch, withAbandoned(snitch, isReplaced));
  return effect.kind === "started" && snitch.running < running ? { ...effect, abandons: true } : effect;
}

/** The kind of a check-in's row and the run that it is part of. */
export const toRunColumns = (
  effect: SignalEffect,
  { expects }: Pick<CheckedInSnitch, "expects">,
): { kind: CheckInKind; runId: string | null } => ({
  kind: chooseKind(effect, expects === "start"),
  runId: effect.run?.id ?? null,
});

function chooseKind(effect: SignalEffect, isStartExpected: boolean): CheckInKind {
  if (effect.kind === "finished") {
    return effect.fault && effect.fault.cause !== "error" ? "violation" : "finish";
  }
  return effect.kind === "started" && isStartExpected ? "expected_start" : "start";
}

/** Applies a report to its snitch, in place: the next report sees the new state, and alerts accumulate. */
export function applyReport(
  transition: Accumulated,
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
export const applyPassedTime = (transition: Accumulated, at: Date, listeningGaps: ListeningGap[]): void =>
  add(transition, applyTime(transition.snitch, at, listeningGaps));

function add(transition: Accumulated, { snitch, alerts, pauses, unknownMisses }: Transition): void {
  Object.assign(transition.snitch, snitch);
  transition.alerts.push(...alerts);
  transition.pauses.push(...pauses);
  transition.unknownMisses.push(...unknownMisses);
}

/** Null if the report means nothing for the snitch. On a plan without Error Notices an error counts as a healthy check-in. */
function toEvent(
  { at, exitStatus, message }: TimedReport,
  effect: SignalEffect,
  snitch: Accumulated["snitch"],
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
