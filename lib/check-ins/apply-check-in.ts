import { applyPassedTime, applyReport } from "@/lib/monitoring/apply-report";
import type { SnitchTransition } from "@/lib/monitoring/apply-transitions";
import { listenerId } from "@/lib/outages/listener";
import { newId } from "@/lib/platform/new-id";
import { MINUTE_MS } from "@/lib/rules/durations";
import type { CheckInKind } from "@/lib/rules/reports/check-in-kind";
import { applySignal, effectOfPlain, type RunSignal, type SignalEffect } from "@/lib/rules/runs/apply-signal";
import { isReplacedBy } from "@/lib/rules/runs/replaced";
import { lastSignalAt, NO_FACTS, type Run } from "@/lib/rules/runs/run";
import { isOnlyKept, type Signal } from "@/lib/rules/runs/signal";
import { withAbandoned, withRun } from "@/lib/rules/runs/with-run";
import { isOverdue } from "@/lib/rules/state/apply-time";
import type { ListeningGap } from "@/lib/rules/state/listening-gap";
import { deadlineAfter } from "@/lib/rules/state/match-tick";
import type { NewOutput } from "@/lib/runs/outputs/insert";
import type { LockedSnitch } from "@/lib/snitches/store";
import type { CheckIn } from "./check-in";
import type { CheckInRow } from "./insert";

/** A snitch to which check-ins are applied. */
export type ReportedSnitch = SnitchTransition & {
  /** The latest error report; null if none is known, which may be so unless it is errored. */
  lastErrorAt: Date | null;
  /** Set by late reports, which `applyLateReports` applies: the earliest one, and until when the state has all else. */
  late?: { since: Date; appliedUntil: Date };
};

/** What decides how a check-in is applied, beside its snitch. */
export type ApplyContext = {
  /** Those of a journal come after others that happened later, and those of a history in order of time. */
  order: "arrival" | "journal" | "time";
  /** Whether another process may hold check-ins that the database does not have. */
  isIncomplete: boolean;
  listeningGaps: ListeningGap[];
};

/**
 * A check-in that was applied: its row, and what its run printed. `outOfOrder` is set if signals of its run that happened later were
 * recorded before it: then only time was applied, and `applyOutOfOrder` puts it in its place.
 */
export type Applied = { row: CheckInRow; output?: NewOutput; outOfOrder?: RunSignal };

/** Applies one check-in to its snitch, in place: the next one sees the new state. */
export function applyCheckIn(target: ReportedSnitch, checkIn: CheckIn, context: ApplyContext): Applied {
  const { snitch } = target;
  const run = findRunByRid(snitch, checkIn);
  const row = acceptedRow(snitch, checkIn);
  if (checkIn.signal && isOnlyKept(checkIn.signal)) {
    const isOfRun = checkIn.signal.kind === "log" && run && !run.endedAt;
    return { row: { ...row, kind: checkIn.signal.kind, runId: isOfRun ? run.id : null } };
  }
  if (isPlain(checkIn, run)) {
    const effect = effectOfPlain(checkIn);
    if (checkIn.method !== "" && snitch.runs.some(isOpenAndExclusive)) {
      passTime(target, checkIn.at, context);
      replaceRuns(snitch, toRunSignal(checkIn), effect);
    }
    report(target, checkIn, effect, context);
    return { row };
  }
  if (run && isOldKeepAlive(run, checkIn))
    return { row: { ...row, ...toRunColumns({ kind: "none", run }, snitch) } };
  const placed = run && context.order === "arrival" ? placeAfterStart(run, checkIn) : checkIn;
  return applyToRun(target, placed, run, context);
}

const acceptedRow = ({ id }: LockedSnitch, checkIn: CheckIn): CheckInRow => ({
  checkIn,
  snitchId: id,
  accepted: true,
  listenerId: listenerId(),
});

function applyToRun(
  target: ReportedSnitch,
  checkIn: CheckIn,
  run: Run | null,
  context: ApplyContext,
): Applied {
  const { snitch } = target;
  const row = acceptedRow(snitch, checkIn);
  const signal = toRunSignal(checkIn);
  passTime(target, checkIn.at, context);
  const output = buildOutput(checkIn, signal, snitch.id);
  if (context.order !== "time" && (target.late || isOutOfOrder(run, signal, snitch, context)))
    return { row, ...(output && { output }), outOfOrder: signal };
  const step = applySignal(findRunByRid(snitch, checkIn), signal, snitch);
  for (const changed of step.changed) Object.assign(snitch, withRun(snitch, changed));
  const effect = replaceRuns(snitch, signal, step.effect);
  Object.assign(row, toRunColumns(effect, snitch));
  report(target, checkIn, effect, context);
  return { row, ...(output && effect.run && { output: { ...output, runId: effect.run.id } }) };
}

/** Applies what time has changed until a check-in, or leaves that to the workers. */
function passTime(target: ReportedSnitch, at: Date, context: ApplyContext): void {
  const { snitch } = target;
  if (waitsForWorkers(snitch, at, context)) snitch.deferredSince = earlier(snitch.deferredSince, at);
  else if (isOverdue(snitch, at)) applyPassedTime(target, at, context.listeningGaps);
}

/** Abandons the runs that nobody waits for any more after this signal, in place. Returns what it means for the snitch then. */
export function replaceRuns(snitch: LockedSnitch, signal: RunSignal, effect: SignalEffect): SignalEffect {
  const { running } = snitch;
  const isReplaced = (run: Run) => isReplacedBy(run, signal, effect.kind === "started");
  Object.assign(snitch, withAbandoned(snitch, isReplaced));
  return effect.kind === "started" && snitch.running < running ? { ...effect, abandons: true } : effect;
}

/** Whether it is a repeated start of a running run, which a later one has made meaningless. */
const isOldKeepAlive = ({ rid, outcome, startedAt, aliveAt }: Run, { at, signal }: CheckIn) =>
  rid !== null &&
  signal?.kind === "start" &&
  outcome === "running" &&
  startedAt !== null &&
  aliveAt !== null &&
  at >= startedAt &&
  at <= aliveAt;

/** How far the clocks of two servers may differ. */
const MAX_CLOCK_DIFFERENCE_MS = 2_000;

/**
 * A finish without a name that arrives after the start of the running run ends it, although the clock of the server that
 * took it is a little behind that of the server that took the start. Otherwise a short run would never end.
 */
function placeAfterStart({ rid, outcome, startedAt }: Run, checkIn: CheckIn): CheckIn {
  if (rid !== null || outcome !== "running" || !startedAt || checkIn.signal?.kind === "start") return checkIn;
  const behindMs = startedAt.getTime() - checkIn.at.getTime();
  const isBehind = behindMs >= 0 && behindMs <= MAX_CLOCK_DIFFERENCE_MS;
  return isBehind ? { ...checkIn, at: new Date(startedAt.getTime() + 1) } : checkIn;
}

/** Applies what a check-in means for its snitch, or leaves that to the workers. */
export function report(
  target: ReportedSnitch,
  checkIn: Pick<CheckIn, "at" | "exitStatus" | "message" | "receivedAt">,
  effect: SignalEffect,
  context: ApplyContext,
): void {
  const { snitch } = target;
  const { at } = checkIn;
  if (waitsForWorkers(snitch, at, context)) {
    snitch.deferredSince = earlier(snitch.deferredSince, at);
    return;
  }
  if (effect.kind === "finished" && effect.fault) target.lastErrorAt = later(target.lastErrorAt, at);
  if (effect.kind === "finished" && !effect.fault && isErroredSince(target, at)) {
    snitch.checkedInAt = later(snitch.checkedInAt, at);
  } else {
    const isFirst = snitch.deadline === null;
    applyReport(target, checkIn, effect, context.listeningGaps);
    if (isFirst && checkIn.receivedAt) Object.assign(snitch, withDeadlineAfter(snitch, checkIn.receivedAt));
  }
}

/** Whether it follows a check-in that is left to the workers, or could raise a false alert because others may be missing. */
export const waitsForWorkers = (
  snitch: LockedSnitch,
  at: Date,
  { isIncomplete }: Pick<ApplyContext, "isIncomplete">,
): boolean =>
  (snitch.deferredSince !== null && at >= snitch.deferredSince) || (isIncomplete && isOverdue(snitch, at));

/** Nobody waited for the job before its first report came: no deadline of a time before that is missed. */
function withDeadlineAfter(snitch: LockedSnitch, receivedAt: Date): Partial<LockedSnitch> {
  if (!snitch.deadline || snitch.deadline > receivedAt) return {};
  return { deadline: deadlineAfter(snitch, receivedAt), deadlineBy: "report", deadlineSince: receivedAt };
}

/** Whether an error was reported after this time, and nothing took it back. A snitch itself knows only when it was alerted. */
const isErroredSince = ({ snitch, lastErrorAt }: ReportedSnitch, at: Date) =>
  snitch.status === "errored" && lastErrorAt !== null && lastErrorAt > at;

/** The kind of a check-in's row and the run that it is part of. */
export const toRunColumns = (
  effect: SignalEffect,
  { expects }: Pick<LockedSnitch, "expects">,
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

/** A check-in that neither says anything about a run nor ends one that has no name. */
function isPlain({ signal, method }: CheckIn, run: Run | null): boolean {
  const isByHand = method === "";
  return isByHand || (!signal && run === null);
}

/** The latest run that this check-in can belong to: that with the same name or, if it names none, the latest one without a name. */
export function findRunByRid({ runs }: LockedSnitch, { signal }: CheckIn): Run | null {
  const rid = signal?.rid ?? null;
  let latest: Run | null = null;
  for (const run of runs) if (run.rid === rid && (latest === null || run.at >= latest.at)) latest = run;
  return latest;
}

export const isOpenAndExclusive = ({ outcome, exclusive }: Run) => outcome === "running" && exclusive;

/** What a plain check-in says about its run. */
const PLAIN: Signal = { ...NO_FACTS, kind: "finish", rid: null, isInPath: false };

function toRunSignal({ id, at, receivedAt, exitStatus, signal, output }: CheckIn): RunSignal {
  const { kind, rid, exclusive = false, isInPath, reportedMs, host, env, metrics } = signal ?? PLAIN;
  const saysMore = signal !== undefined && (hasFacts(signal) || (isInPath && output !== undefined));
  return {
    id,
    at,
    ...(receivedAt && { receivedAt }),
    reportedMs,
    host,
    env,
    metrics,
    kind: kind === "start" ? "start" : "finish",
    rid,
    exclusive,
    exitStatus,
    outputId: output && kind === "finish" ? newId() : null,
    isRun: saysMore,
  };
}

const hasFacts = ({ reportedMs, host, env, metrics }: NonNullable<CheckIn["signal"]>) =>
  reportedMs !== null || host !== "" || env !== "" || Object.keys(metrics).length > 0;

/** The row of what the run printed. Its run is not known yet. */
const buildOutput = ({ output, at }: CheckIn, { outputId }: RunSignal, snitchId: string): NewOutput | null =>
  output && outputId ? { ...output, id: outputId, runId: outputId, snitchId, at } : null;

/**
 * Whether later signals with the same `rid` were recorded already, or may have been. Plain check-ins have no run that knows
 * their time; the minute of the latest one that was counted shows it, but one of a journal may not have been counted.
 */
function isOutOfOrder(
  latest: Run | null,
  { at, kind, rid }: RunSignal,
  { countedMinute }: LockedSnitch,
  { order }: ApplyContext,
): boolean {
  if (latest && at <= lastSignalAt(latest)) return true;
  if (rid !== null || kind === "finish") return false;
  return (
    order === "journal" || (countedMinute !== null && at.getTime() < countedMinute.getTime() + MINUTE_MS)
  );
}

export const earlier = (one: Date | null, other: Date) => (one && one < other ? one : other);
export const later = (one: Date | null, other: Date) => (one && one > other ? one : other);
