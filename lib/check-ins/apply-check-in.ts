import { applyPassedTime, applyReport } from "@/lib/monitoring/apply-report";
import type { SnitchTransition } from "@/lib/monitoring/apply-transitions";
import { listenerId } from "@/lib/outages/listener";
import { newId } from "@/lib/platform/new-id";
import { isReportedLate } from "@/lib/rules/age";
import { isOverdue } from "@/lib/rules/apply-time";
import type { CheckInKind } from "@/lib/rules/check-in-kind";
import { MINUTE_MS } from "@/lib/rules/durations";
import type { ListeningGap } from "@/lib/rules/listening-gap";
import { deadlineAfter } from "@/lib/rules/match-tick";
import {
  countCheckIn,
  countedHourOf,
  countSignal,
  countsOfPast,
  type RateDecision,
  refusedMinuteToKeep,
  uncounted,
} from "@/lib/rules/rate-limit";
import { applySignal, effectOfPlain, type RunSignal, type SignalEffect } from "@/lib/rules/runs/apply-signal";
import { isReplacedBy } from "@/lib/rules/runs/replaced";
import { lastSignalAt, NO_FACTS, type Run } from "@/lib/rules/runs/run";
import { isOnlyKept, type Signal } from "@/lib/rules/runs/signal";
import { withAbandoned, withRun } from "@/lib/rules/runs/with-run";
import type { NewOutput } from "@/lib/runs/outputs/insert";
import type { LockedSnitch } from "@/lib/snitches/store";
import type { CheckIn, CheckInResult } from "./check-in";
import type { CheckInRow } from "./insert";
import { countedWith, type Past } from "./past";

/** A locked snitch with what the check-ins of this batch have changed so far. */
export type SnitchInBatch = SnitchTransition & {
  isChanged: boolean;
  wasRoutine: boolean;
  /** Nothing of it is recorded in this batch. */
  isPostponed?: boolean;
  /** The latest error report; null if none is known, which may be so unless it is errored. */
  lastErrorAt: Date | null;
  /** The rows that this batch adds to its history, by the id of the check-in. */
  rows: Map<string, CheckInRow>;
  /** Set by late reports of this batch, which `applyLateReports` applies: the earliest one, and until when the state has all else. */
  late?: { since: Date; appliedUntil: Date };
};

export type BatchContext = {
  /** The check-ins come from a journal. They were answered 202 already, and some may be recorded already. */
  replayed: boolean;
  /** Ids that are in the history already. */
  existingIds: Set<string>;
  /** Whether another process may hold check-ins that the database does not have. */
  mayMiss: boolean;
  /** What a plain check-in means for its snitch is left to the workers: `replayDeferred`. */
  defers?: boolean;
  /** Loaded only if a check-in is late. */
  listeningGaps: ListeningGap[];
  /** All of its check-ins come in order of time, so that none is later than what it follows. */
  isInOrder?: boolean;
  /** Of the check-ins that had happened before they were received, by their ids. */
  past?: Map<string, Past>;
};

/**
 * The outcome of a check-in: its result, its row, and what its run printed. `late` is set if later signals of runs with
 * the same `rid` were recorded before it, so that `applyLateSignal` must put them in order.
 */
export type Applied = { result: CheckInResult; row?: CheckInRow; output?: NewOutput; late?: RunSignal };

/** Applies one check-in to its snitch, in place: the next check-in of the batch sees the new state. */
export function applyCheckIn(
  found: SnitchInBatch | undefined,
  checkIn: CheckIn,
  context: BatchContext,
): Applied {
  if (!found) return { result: { kind: "unknown" } };
  const { snitch } = found;
  const run = findLatestWithSameRid(snitch, checkIn);
  const past = context.past?.get(checkIn.id);
  const decision = past ? decideInPast(found, checkIn, run, past) : decide(snitch, checkIn, run);
  if (context.existingIds.has(checkIn.id) || isRepeated(found, checkIn) || past?.isRecorded)
    return { result: { kind: "recorded", decision } };
  if (past && !past.isWelcome && isReportedLate(checkIn)) return { result: NOT_WELCOME };
  if (!decision.accepted && !context.replayed)
    return past ? refuseInPast(checkIn, decision) : refuse(found, checkIn, decision);
  snitch.checkInCount += 1;
  if (!past)
    Object.assign(snitch, decision.counts, "signalCounts" in decision ? decision.signalCounts : null);
  else if (isInLatestHour(snitch, checkIn)) Object.assign(snitch, laterCounts(snitch, decision));
  found.isChanged = true;
  if (past && (past.isOver || isBehind(found, checkIn) || mayEndPause(found, checkIn)))
    leaveToLateReports(found, checkIn);
  return { result: { kind: "recorded", decision }, ...accept(found, checkIn, run, context) };
}

/** Whether the same check-in is in this batch already. */
const isRepeated = ({ rows }: SnitchInBatch, { id, mayRepeat }: CheckIn) =>
  mayRepeat === true && rows.has(id);

/** Leaves it to `applyLateReports` what this report and all later ones mean for the snitch. */
function leaveToLateReports(found: SnitchInBatch, { at, receivedAt = at }: CheckIn): void {
  const { snitch, late } = found;
  const appliedUntil = snitch.deferredSince && !late ? earlier(snitch.deferredSince, receivedAt) : receivedAt;
  found.late = {
    since: earlier(late?.since ?? null, at),
    appliedUntil: earlier(late?.appliedUntil ?? null, appliedUntil),
  };
  snitch.deferredSince = earlier(snitch.deferredSince, at);
}

/** Whether another check-in of this batch, which it follows, happened after it. */
const isBehind = ({ rows, late }: SnitchInBatch, { at }: CheckIn) =>
  late !== undefined || [...rows.values()].some(({ checkIn }) => checkIn.at >= at);

/** Whether it could end a pause, which no late report does. */
const mayEndPause = ({ snitch }: SnitchInBatch, checkIn: CheckIn) =>
  snitch.status === "paused" && isReportedLate(checkIn);

function accept(
  found: SnitchInBatch,
  checkIn: CheckIn,
  run: Run | null,
  context: BatchContext,
): Omit<Applied, "result"> {
  const { snitch } = found;
  const row: CheckInRow = { checkIn, snitchId: snitch.id, accepted: true, listenerId: listenerId() };
  found.rows.set(checkIn.id, row);
  if (checkIn.signal && isOnlyKept(checkIn.signal)) {
    const isOfRun = checkIn.signal.kind === "log" && run && !run.endedAt;
    return { row: Object.assign(row, { kind: checkIn.signal.kind, runId: isOfRun ? run.id : null }) };
  }
  if (isPlain(checkIn, run)) {
    const effect = effectOfPlain(checkIn);
    if (checkIn.method !== "" && snitch.runs.some(isOpenAndExclusive)) {
      passTime(found, checkIn.at, context);
      replaceRuns(snitch, toRunSignal(checkIn), effect);
    }
    if (context.defers && mayBeDeferred(found, checkIn))
      snitch.deferredSince = earlier(snitch.deferredSince, checkIn.at);
    else report(found, checkIn, effect, context);
    return { row };
  }
  if (run && isOldKeepAlive(run, checkIn))
    return { row: Object.assign(row, toRunColumns({ kind: "none", run }, snitch)) };
  if (run && !context.replayed) putAfterStart(run, checkIn);
  const signal = toRunSignal(checkIn);
  passTime(found, checkIn.at, context);
  const output = buildOutput(checkIn, signal, snitch.id);
  if (!context.isInOrder && (found.late || isLate(run, signal, snitch, context.replayed)))
    return { row, ...(output && { output }), late: signal };
  const step = applySignal(findLatestWithSameRid(snitch, checkIn), signal, snitch);
  for (const changed of step.changed) Object.assign(snitch, withRun(snitch, changed));
  const effect = replaceRuns(snitch, signal, step.effect);
  Object.assign(row, toRunColumns(effect, snitch));
  report(found, checkIn, effect, context);
  return { row, ...(output && effect.run && { output: { ...output, runId: effect.run.id } }) };
}

/**
 * Whether `replayDeferred` does the same as `report`: it is not by hand, nothing about runs, and nothing that is later has been
 * applied, which would be applied again.
 */
function mayBeDeferred({ snitch, lastErrorAt }: SnitchInBatch, { method, at, receivedAt }: CheckIn): boolean {
  if (method === "" || receivedAt || snitch.runs.length > 0) return false;
  const { checkedInAt, erroredAt } = snitch;
  return [checkedInAt, erroredAt, lastErrorAt].every((applied) => applied === null || applied < at);
}

/** Applies what time has changed until a check-in, or leaves that to `replayDeferred`. */
function passTime(found: SnitchInBatch, at: Date, { mayMiss, listeningGaps }: BatchContext): void {
  const { snitch } = found;
  if (mustDefer(snitch, at, mayMiss)) snitch.deferredSince = earlier(snitch.deferredSince, at);
  else if (isOverdue(snitch, at)) applyPassedTime(found, at, listeningGaps);
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
function putAfterStart({ rid, outcome, startedAt }: Run, checkIn: CheckIn): void {
  if (rid !== null || outcome !== "running" || !startedAt || checkIn.signal?.kind === "start") return;
  const behindMs = startedAt.getTime() - checkIn.at.getTime();
  if (behindMs >= 0 && behindMs <= MAX_CLOCK_DIFFERENCE_MS) checkIn.at = new Date(startedAt.getTime() + 1);
}

/** Applies what a check-in means for its snitch, or leaves that to `replayDeferred`. */
export function report(
  found: SnitchInBatch,
  checkIn: Pick<CheckIn, "at" | "exitStatus" | "message" | "receivedAt">,
  effect: SignalEffect,
  { mayMiss, listeningGaps }: BatchContext,
): void {
  const { snitch } = found;
  const { at } = checkIn;
  if (mustDefer(snitch, at, mayMiss)) {
    snitch.deferredSince = earlier(snitch.deferredSince, at);
    return;
  }
  if (effect.kind === "finished" && effect.fault) found.lastErrorAt = later(found.lastErrorAt, at);
  if (effect.kind === "finished" && !effect.fault && isErroredSince(found, at)) {
    snitch.checkedInAt = later(snitch.checkedInAt, at);
  } else {
    const isFirst = snitch.deadline === null;
    applyReport(found, checkIn, effect, listeningGaps);
    if (isFirst && checkIn.receivedAt) Object.assign(snitch, withDeadlineAfter(snitch, checkIn.receivedAt));
  }
}

/** Nobody waited for the job before its first report came: no deadline of a time before that is missed. */
function withDeadlineAfter(snitch: LockedSnitch, receivedAt: Date): Partial<LockedSnitch> {
  if (!snitch.deadline || snitch.deadline > receivedAt) return {};
  return { deadline: deadlineAfter(snitch, receivedAt), deadlineBy: "report", deadlineSince: receivedAt };
}

/** Whether an error was reported after this time, and nothing took it back. A snitch itself knows only when it was alerted. */
const isErroredSince = ({ snitch, lastErrorAt }: SnitchInBatch, at: Date) =>
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
function findLatestWithSameRid({ runs }: LockedSnitch, { signal }: CheckIn): Run | null {
  const rid = signal?.rid ?? null;
  let latest: Run | null = null;
  for (const run of runs) if (run.rid === rid && (latest === null || run.at >= latest.at)) latest = run;
  return latest;
}

function decide(snitch: LockedSnitch, checkIn: CheckIn, run: Run | null): RateDecision {
  const { signal, at, method } = checkIn;
  if (signal?.kind === "start" || (signal && isOnlyKept(signal))) return countSignal(snitch, at);
  if (method === "") return countCheckIn(snitch, at);
  if ((run && !run.endedAt) || replacesOpenRun(snitch, checkIn)) return uncounted(snitch, at);
  if (run === null) return countCheckIn(snitch, at);
  return run.rid === null ? countCheckIn(snitch, at) : countSignal(snitch, at);
}

/** The decision by what had been counted when a check-in happened. */
function decideInPast(found: SnitchInBatch, checkIn: CheckIn, run: Run | null, past: Past): RateDecision {
  const ofBatch = [...found.rows.values()].map((row) => ({
    at: row.checkIn.at,
    isSignal: row.kind === "start" || row.kind === "expected_start" || row.kind === "log",
  }));
  const counts = countsOfPast(countedWith(past, checkIn.at, ofBatch), checkIn.at);
  return decide({ ...found.snitch, ...counts }, checkIn, run);
}

/** The counts of the hour of a late report, without going back to an earlier minute. */
const laterCounts = ({ countedMinute }: LockedSnitch, { counts }: RateDecision) => ({
  ...counts,
  countedMinute: counts.countedMinute ? later(countedMinute, counts.countedMinute) : countedMinute,
});

/** Whether the counts of the snitch's row are those of the hour in which a check-in happened. */
const isInLatestHour = ({ countedHour }: LockedSnitch, { at }: CheckIn) =>
  countedHour === null || countedHourOf(at) >= countedHour;

const NOT_WELCOME: CheckInResult = {
  kind: "refused",
  status: 403,
  sentence:
    "This case takes no late reports, so this check-in was not recorded. To take them, open the settings of the case and choose to accept late reports.",
};

/** A minute that is over takes no more check-ins, so nobody is asked to repeat this one. */
function refuseInPast({ receivedAt }: CheckIn, decision: RateDecision): Applied {
  if (receivedAt && decision.resetAt > receivedAt) return { result: { kind: "limited", decision } };
  const sentence =
    "Too many check-ins happened in the hour of this one: after the first 10, one a minute is accepted. It was not recorded, and repeating it does not help.";
  return { result: { kind: "refused", status: 409, sentence } };
}

/** Whether a finish ends the wait for the only run that is open. */
const replacesOpenRun = ({ runs }: LockedSnitch, { at, exitStatus, signal }: CheckIn) =>
  runs.some((run) => {
    const finish = {
      ...NO_FACTS,
      at,
      exitStatus,
      kind: "finish",
      rid: signal?.rid ?? null,
      exclusive: false,
    } as const;
    return isOpenAndExclusive(run) && isReplacedBy(run, finish, false);
  });

const isOpenAndExclusive = ({ outcome, exclusive }: Run) => outcome === "running" && exclusive;

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
 * their time; the minute of the latest one that was counted shows it, but a replayed one may not have been counted.
 */
function isLate(
  latest: Run | null,
  { at, kind, rid }: RunSignal,
  { countedMinute }: LockedSnitch,
  replayed: boolean,
): boolean {
  if (latest && at <= lastSignalAt(latest)) return true;
  if (rid !== null || kind === "finish") return false;
  return replayed || (countedMinute !== null && at.getTime() < countedMinute.getTime() + MINUTE_MS);
}

/** True if the check-in must be deferred: applying it now could raise a false alert, or it follows a deferred one. */
export const mustDefer = (snitch: LockedSnitch, at: Date, mayMiss: boolean) =>
  (snitch.deferredSince !== null && at >= snitch.deferredSince) || (mayMiss && isOverdue(snitch, at));

const earlier = (one: Date | null, other: Date) => (one && one < other ? one : other);
const later = (one: Date | null, other: Date) => (one && one > other ? one : other);

function refuse(found: SnitchInBatch, checkIn: CheckIn, decision: RateDecision): Applied {
  const result = { kind: "limited", decision } as const;
  const refusedMinute = refusedMinuteToKeep(found.snitch.refusedMinute, checkIn.at);
  if (!refusedMinute) return { result };
  found.snitch.refusedMinute = refusedMinute;
  found.isChanged = true;
  const kind = checkIn.signal?.kind ?? "finish";
  return {
    result,
    row: { checkIn, snitchId: found.snitch.id, accepted: false, listenerId: listenerId(), kind },
  };
}
