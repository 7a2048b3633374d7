import { NAME_REUSED_AFTER_MS, type RunSignal } from "../runs/apply-signal";
import { type Fold, foldSignals, type PastSignal } from "../runs/fold";
import { NO_FACTS, type Run } from "../runs/run";
import { withRun } from "../runs/with-run";
import { isOverdue } from "../state/apply-time";
import { applyEffect, replaceRuns, toRunColumns } from "./apply-report";
import type { CheckInKind, CheckInRow } from "./check-in";
import { defer } from "./place";
import { isHealthy } from "./report";
import type { ApplyContext, RecordedSignal, ReportedSnitch, RunHistory } from "./reported-snitch";

/**
 * Applies a signal to its snitch, in place, although later signals with the same `rid` were recorded before it: because of a
 * retry, another server or a journal. The runs become what they would be if all had arrived in order of time. Returns its row.
 */
export function applyOutOfOrder(
  target: ReportedSnitch,
  row: CheckInRow,
  signal: RunSignal,
  context: ApplyContext,
): CheckInRow {
  const { snitch } = target;
  const history = findHistory(target, signal);
  const stored = listRunsWithSameRid(target, history.runs, signal);
  const signals = listSignals(target, history, signal, stored);
  const { changed, dropped, moved, effects } = foldSignals(signals, signal, stored, snitch);
  drop(target, history, dropped);
  for (const run of changed) Object.assign(snitch, withRun(snitch, run));
  move(target, history, moved);
  for (const { signal: one, effect } of effects) {
    const isThis = one.id === signal.id;
    if (isThis) Object.assign(row, toRunColumns(effect, snitch));
    if (context.isIncomplete && isOverdue(snitch, one.at)) defer(snitch, one.at);
    const meant = isThis ? replaceRuns(snitch, signal, effect) : effect;
    applyEffect(target, isThis ? row.checkIn : { ...one, message: "" }, meant, context.listeningGaps);
  }
  return row;
}

/** What was loaded. Without it, the batch is recorded one by one: then it is known which signals are out of order. */
function findHistory({ history }: ReportedSnitch, { id, rid, at }: RunSignal): RunHistory {
  const since = history?.since.get(rid);
  if (history && since && at >= since) return history;
  throw new Error(`The runs around the signal ${id} were not loaded.`);
}

/** The runs with the `rid` of a signal that it may change: the latest one that began before it, and all since. */
export function listRunsWithSameRid(
  { snitch }: ReportedSnitch,
  loaded: Run[],
  { rid, at }: Pick<RunSignal, "rid" | "at">,
): Run[] {
  // Those that earlier check-ins of this batch have changed or begun come last.
  const runs = [...loaded, ...snitch.runs].filter((run) => run.rid === rid);
  const sameRid = [...new Map(runs.map((run) => [run.id, run])).values()];
  // Without those from before that: the ones between them were not loaded, and would be missing.
  const beforeMs = Math.max(...sameRid.map((run) => (run.at <= at ? run.at.getTime() : 0)));
  return sameRid.filter((run) => run.at.getTime() >= beforeMs);
}

/** The signals of these runs and this one, in order of time. Without a name, plain check-ins are among them. */
function listSignals(
  { rows }: ReportedSnitch,
  history: RunHistory,
  signal: RunSignal,
  stored: Run[],
): PastSignal[] {
  const runs = new Map(stored.map((run) => [run.id, run]));
  const fromMs = Math.min(signal.at.getTime(), ...stored.map(firstSignalMs));
  const isOfRuns = ({ at, runId }: RecordedSignal) =>
    runId === null ? signal.rid === null && at.getTime() >= fromMs : runs.has(runId);
  const recorded = [...history.signals.values(), ...rows.flatMap(toRecorded)].filter(isOfRuns);
  const past = recorded.filter(({ id }) => id !== signal.id).map(pastSignal(signal.rid, runs));
  return [...past, { ...signal, runId: null, wasFault: false }].sort(
    (one, other) =>
      one.at.getTime() - other.at.getTime() ||
      RANK[one.kind] - RANK[other.kind] ||
      (one.id < other.id ? -1 : 1),
  );
}

/** A repeat that says something else moves the end of its run, by the time in which its name is its own at most. */
export function firstSignalMs({ at, startedAt, endedAt, rid }: Run): number {
  const firstMs = Math.min(
    at.getTime(),
    startedAt?.getTime() ?? at.getTime(),
    endedAt?.getTime() ?? at.getTime(),
  );
  return rid === null ? firstMs : firstMs - NAME_REUSED_AFTER_MS;
}

/** A start comes before a finish at the same time. */
const RANK = { start: 0, finish: 1 };

/** The signal of a row that is not written yet. Without a run it is one of the job that names none, and only a finish. */
function toRecorded({ accepted, checkIn, kind = "finish", runId = null }: CheckInRow): RecordedSignal[] {
  const { id, at, exitStatus, method } = checkIn;
  const isSignal =
    kind !== "log" && kind !== "ignored" && method !== "" && (runId !== null || kind === "finish");
  return accepted && isSignal ? [{ id, at, kind, exitStatus, runId }] : [];
}

const pastSignal =
  (rid: string | null, runs: Map<string, Run>) =>
  ({ kind, runId, ...row }: RecordedSignal): PastSignal => {
    const run = runId === null ? undefined : runs.get(runId);
    const isStart = kind === "start" || kind === "expected_start";
    return {
      ...NO_FACTS,
      ...(run && { host: run.host, env: run.env }),
      ...(run && !isStart && { reportedMs: run.reportedMs, metrics: run.metrics }),
      ...row,
      kind: isStart ? "start" : "finish",
      rid,
      exclusive: run?.exclusive ?? false,
      runId,
      outputId: isStart ? null : (run?.outputId ?? null),
      isRun: run !== undefined && run.startedAt === null,
      wasFault: !isStart && (kind === "violation" || !isHealthy(row)),
    };
  };

/** Forgets runs whose signals belong to others now. */
function drop({ snitch }: ReportedSnitch, history: RunHistory, dropped: Run[]): void {
  if (dropped.length === 0) return;
  const isLeft = (run: Run) => dropped.every(({ id }) => id !== run.id);
  history.dropped.push(...dropped);
  history.runs = history.runs.filter(isLeft);
  snitch.runs = snitch.runs.filter(isLeft);
  snitch.earlierRuns = snitch.earlierRuns.filter(isLeft);
  snitch.running = snitch.runs.filter(({ outcome }) => outcome === "running").length;
}

/** Moves signals to other runs: recorded ones, and those of rows that are not written yet. */
function move({ snitch, rows }: ReportedSnitch, history: RunHistory, moved: Fold["moved"]): void {
  for (const one of moved) {
    const columns = { runId: one.runId, kind: chooseKind(one, snitch.expects === "start") };
    const recorded = history.signals.get(one.signal.id);
    if (recorded) history.moved.add(Object.assign(recorded, columns));
    else Object.assign(rows.find(({ checkIn }) => checkIn.id === one.signal.id) ?? {}, columns);
  }
}

function chooseKind({ signal, isFault }: Fold["moved"][number], isStartExpected: boolean): CheckInKind {
  if (signal.kind === "start") return isStartExpected ? "expected_start" : "start";
  return isFault && isHealthy(signal) ? "violation" : "finish";
}
