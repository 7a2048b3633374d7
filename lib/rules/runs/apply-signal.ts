import { HOUR_MS, MINUTE_MS } from "../durations";
import { isHealthy } from "../reports/report";
import { DEADLINE_ALLOWANCE_MS } from "../schedule/deadline-allowance";
import type { ScheduleTerms } from "../schedule/schedule-terms";
import { type EndTerms, type Fault, findFault } from "./evaluate";
import { buildRunId, endedWell, fewMetrics, type Run, type RunFacts } from "./run";
import { computeLimit, type RunTerms } from "./terms";

/** A start or a finish of a run. */
export type RunSignal = RunFacts & {
  id: string;
  at: Date;
  /** When it was received, if it had happened before. */
  receivedAt?: Date;
  kind: "start" | "finish";
  /** The name of its run; null for a job that names none. */
  rid: string | null;
  /** Whether its job has one open run at a time. */
  exclusive: boolean;
  exitStatus: string;
  outputId: string | null;
  /** Whether a finish that belongs to no run becomes a run of its own, because it says more than that the job ran. */
  isRun: boolean;
};

/** What a signal means for its snitch. */
export type SignalEffect =
  /** `abandons`: no one is waiting for an earlier run anymore. */
  | { kind: "started"; run: Run; abandons: boolean }
  /** `isRepeat`: the run had ended in the same way before. `run` is null for a plain check-in. */
  | { kind: "finished"; run: Run | null; fault: Fault | null; isRepeat: boolean }
  | { kind: "none"; run: Run };

/** The latest run after a signal, the runs that it changed or began, and what it means for the snitch. */
export type SignalStep = { latest: Run | null; changed: Run[]; effect: SignalEffect };

/** After this time, a name may be used again for another run. Until then a repeated request is only a repeat. */
export const NAME_REUSED_AFTER_MS = HOUR_MS;

export type Terms = ScheduleTerms & RunTerms & EndTerms;

/**
 * Applies a signal that is later than all others with the same name, or than all others without a name. `latest` is the
 * latest run with that name, or without one.
 */
export function applySignal(latest: Run | null, signal: RunSignal, terms: Terms): SignalStep {
  const run = latest && !isAnother(latest, signal) ? asAt(latest, signal.at, terms) : null;
  return signal.kind === "start" ? start(run, signal, terms) : finish(run, signal, terms);
}

/**
 * A start after the end of a run that had a start is another run soon, because jobs send process ids and constant names, too.
 * Only a repeated request comes later than its finish, and no more than a minute.
 */
function isAnother({ rid, startedAt, endedAt }: Run, { at, kind }: RunSignal): boolean {
  if (rid === null || endedAt === null) return false;
  const reusedAfterMs = kind === "start" && startedAt ? DEADLINE_ALLOWANCE_MS : NAME_REUSED_AFTER_MS;
  return at.getTime() - endedAt.getTime() > reusedAfterMs;
}

/** Whether a run has run for too long at this time. As for a deadline, a finish that was sent in time may still arrive. */
export const isOverdueAt = ({ limitAt }: Pick<Run, "limitAt">, at: Date) =>
  limitAt !== null && at.getTime() - limitAt.getTime() >= DEADLINE_ALLOWANCE_MS;

/**
 * The run as it was at this time: if its limit had passed, it had overrun. One that was alerted as overrun had not yet, if
 * a signal from before that arrives afterwards.
 */
function asAt(run: Run, at: Date, terms: Terms): Run {
  if (run.outcome !== "overran" || run.endedAt)
    return isOverdueAt(asStarted(run, terms), at) ? asOverrun(run) : run;
  const limitAt = computeLimit(terms, run.aliveAt ?? run.at);
  return limitAt && !isOverdueAt({ limitAt }, at) ? asRunning(run, limitAt) : run;
}

/** With the limit that a run has by its start: it is alerted later if that came late. */
export function asStarted(run: Run, terms: Terms): Pick<Run, "limitAt"> {
  if (run.limitAt === null || terms.maxRuntime === null) return run;
  const limitAt = computeLimit(terms, run.aliveAt ?? run.at);
  return limitAt && limitAt < run.limitAt ? { limitAt } : run;
}

/** A run that has run for too long. */
export const asOverrun = (run: Run): Run => ({ ...run, outcome: "overran", cause: "overran", limitAt: null });

/** A run that is running until this limit. */
export const asRunning = (run: Run, limitAt: Date | null): Run => ({
  ...run,
  outcome: "running",
  cause: null,
  limitAt,
});

/** A run that no one waits for anymore. A finish still ends it. */
export const asAbandoned = (run: Run): Run => ({ ...run, outcome: "abandoned", limitAt: null });

/** How long after a start that was reported late its finish, which is late, too, is waited for at least. */
const LATE_FINISH_WAIT_MS = 10 * MINUTE_MS;

/** When a run has run for too long after a start or keep-alive. */
function limitAfter({ at, receivedAt }: Pick<RunSignal, "at" | "receivedAt">, terms: Terms): Date | null {
  const limitAt = computeLimit(terms, at);
  return limitAt && receivedAt ? waitForLate(limitAt, receivedAt) : limitAt;
}

/** The limit of a run of which a signal was received late, at this time. */
export const waitForLate = (limitAt: Date, receivedAt: Date): Date =>
  new Date(Math.max(limitAt.getTime(), receivedAt.getTime() + LATE_FINISH_WAIT_MS));

function start(run: Run | null, signal: RunSignal, terms: Terms): SignalStep {
  if (run && run.rid !== null) return repeatStart(run, signal, terms);
  const abandoned = run?.outcome === "running" ? asAbandoned(run) : null;
  const opened: Run = {
    ...newRun(signal),
    startedAt: signal.at,
    aliveAt: signal.at,
    outcome: "running",
    limitAt: limitAfter(signal, terms),
  };
  return {
    latest: opened,
    changed: abandoned ? [abandoned, opened] : [opened],
    effect: { kind: "started", run: opened, abandons: abandoned !== null },
  };
}

/** A start with the name of a known run: a keep-alive, or nothing if the run has ended or taken too long. */
function repeatStart(run: Run, signal: RunSignal, terms: Terms): SignalStep {
  if (run.endedAt) return { latest: run, changed: [], effect: { kind: "none", run } };
  if (run.outcome === "overran") {
    const seen = { ...run, lastFinishAt: signal.at };
    return { latest: seen, changed: [seen], effect: { kind: "none", run: seen } };
  }
  const alive: Run = {
    ...asRunning(run, limitAfter(signal, terms)),
    ...mergeFacts(run, signal),
    aliveAt: signal.at,
  };
  return { latest: alive, changed: [alive], effect: { kind: "none", run: alive } };
}

function finish(run: Run | null, signal: RunSignal, terms: Terms): SignalStep {
  if (run?.endedAt && run.rid !== null) return repeatFinish(run, signal, terms);
  if (run && !run.endedAt) return end(run, signal, terms);
  if (signal.rid === null && !signal.isRun) {
    return { latest: run, changed: [], effect: effectOfPlain(signal) };
  }
  return end(newRun(signal), signal, terms);
}

/** What a report without a run means. */
export function effectOfPlain(report: Pick<RunSignal, "exitStatus">): SignalEffect {
  const fault: Fault | null = isHealthy(report) ? null : { cause: "error", failedCheck: null };
  return { kind: "finished", run: null, fault, isRepeat: false };
}

/** A finish of a run that has ended. If it says something else, the run ended as this one says. */
function repeatFinish(run: Run, signal: RunSignal, terms: Terms): SignalStep {
  // A repeat says nothing about how long the run took: the first one decides.
  const isSame = isHealthy(signal) === isHealthy(run);
  const step = end(run, signal, terms, isSame && run.endedAt ? run.endedAt : signal.at);
  const { effect } = step;
  if (effect.kind !== "finished" || endedWell(run) !== (effect.fault === null)) return step;
  const repeated = { ...run, lastFinishAt: signal.at, outputId: signal.outputId ?? run.outputId };
  return { latest: repeated, changed: [repeated], effect: { ...effect, run: repeated, isRepeat: true } };
}

function end(run: Run, signal: RunSignal, terms: Terms, at = signal.at): SignalStep {
  const { exitStatus } = signal;
  const finishedRun: Run = {
    ...run,
    ...mergeFacts(run, signal),
    endedAt: at,
    lastFinishAt: signal.at,
    exitStatus,
    durationMs: run.startedAt && at.getTime() - run.startedAt.getTime(),
    limitAt: null,
    outputId: signal.outputId ?? run.outputId,
  };
  const fault = findFault(finishedRun, terms);
  const isOverrun = run.outcome === "overran";
  const evaluated: Run = {
    ...finishedRun,
    outcome: isOverrun ? "overran" : fault ? "failed" : "succeeded",
    cause: isOverrun ? "overran" : (fault?.cause ?? null),
    failedCheck: fault?.failedCheck ?? null,
  };
  return {
    latest: evaluated,
    changed: [evaluated],
    effect: { kind: "finished", run: evaluated, fault, isRepeat: false },
  };
}

/** A run with what this signal adds. It stays on the machine that was named first. */
const mergeFacts = (run: RunFacts, signal: RunFacts): RunFacts => ({
  reportedMs: signal.reportedMs ?? run.reportedMs,
  host: run.host || signal.host,
  env: run.env || signal.env,
  metrics: fewMetrics({ ...run.metrics, ...signal.metrics }),
});

const newRun = ({ id, at, rid, exclusive, reportedMs, host, env, metrics }: RunSignal): Run => ({
  id: buildRunId(id, at),
  at,
  rid,
  exclusive,
  reportedMs,
  host,
  env,
  metrics,
  startedAt: null,
  aliveAt: null,
  endedAt: null,
  lastFinishAt: null,
  outcome: "running",
  cause: null,
  failedCheck: null,
  exitStatus: "",
  durationMs: null,
  limitAt: null,
  outputId: null,
});
