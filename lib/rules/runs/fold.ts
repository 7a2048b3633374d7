import type { ScheduleTerms } from "../schedule/schedule-terms";
import {
  applySignal,
  asRunning,
  type RunSignal,
  type SignalEffect,
  type SignalStep,
  type Terms,
  waitForLate,
} from "./apply-signal";
import { buildRunId, type Run, timeOfRunId } from "./run";
import { computeLimit, type RunTerms } from "./terms";

/** A signal of the past, with the run that it has belonged to, and whether it counted as an error. */
export type PastSignal = RunSignal & { runId: string | null; wasFault: boolean };

/** What a signal out of order changes. */
export type Fold = {
  /** The runs that are new or different. */
  changed: Run[];
  /** The runs that none of these signals belongs to any more. */
  dropped: Run[];
  /** The signals that belong to another run now, or count differently. */
  moved: { signal: PastSignal; runId: string | null; isFault: boolean }[];
  /** What it means for the snitch, and what others mean now that they are evaluated differently. */
  effects: { signal: RunSignal; effect: SignalEffect }[];
};

/**
 * The runs of all these signals, which are sorted by time, as if each had arrived in order. `added` is the one that has just
 * arrived. `stored` are the runs that the others made; a run keeps its id as long as the signal that began it is part of it.
 */
export function foldSignals(signals: PastSignal[], added: RunSignal, stored: Run[], terms: Terms): Fold {
  const storedById = new Map(stored.map((run) => [run.id, run]));
  const steps = listSteps(signals, terms);
  const ids = mapStoredIds(steps, storedById);
  const endedByAdded = idOfRunEndedBy(added, steps);
  const renamed = (run: Run): Run => {
    const id = ids.get(run.id) ?? run.id;
    const stored = storedById.get(id);
    const placed = { ...run, id, at: timeOfRunId(id) };
    const isKept = run.id !== endedByAdded && hasSameEnd(placed, stored);
    return isKept ? evaluatedAs(stored, placed) : keptState(placed, stored, added, terms);
  };

  const runs = new Map<string, Run>();
  for (const run of steps.flatMap(({ changed }) => changed)) runs.set(run.id, renamed(run));
  const runIds = new Set([...runs.values()].map(({ id }) => id));
  const idsOfSignals = new Set(signals.map(({ runId }) => runId));
  const results = steps.map(({ signal, effect }) => {
    const run = effect.run && (runs.get(effect.run.id) ?? null);
    const isKept = run !== null && effect.run?.id !== endedByAdded && hasSameEnd(run, storedById.get(run.id));
    return { signal, isKept, effect: { ...effect, run } as SignalEffect };
  });
  return {
    changed: [...runs.values()].filter((run) => !isSame(run, storedById.get(run.id))),
    dropped: stored.filter(({ id }) => idsOfSignals.has(id) && !runIds.has(id)),
    moved: results.flatMap(({ signal, effect, isKept }) => {
      const isNowFault = isKept ? signal.wasFault : isFault(effect);
      const isMoved = (effect.run?.id ?? null) !== signal.runId || isNowFault !== signal.wasFault;
      return isMoved && signal.id !== added.id
        ? [{ signal, runId: effect.run?.id ?? null, isFault: isNowFault }]
        : [];
    }),
    effects: results.filter(
      ({ signal, effect, isKept }) =>
        signal.id === added.id ||
        (!isKept && effect.kind === "finished" && isFault(effect) !== signal.wasFault),
    ),
  };
}

/** Whether a run has the same facts by which its end was evaluated. */
const hasSameEnd = (run: Run, stored: Run | undefined): stored is Run =>
  stored !== undefined &&
  stored.endedAt !== null &&
  run.endedAt?.getTime() === stored.endedAt.getTime() &&
  run.startedAt?.getTime() === stored.startedAt?.getTime() &&
  run.aliveAt?.getTime() === stored.aliveAt?.getTime() &&
  run.exitStatus === stored.exitStatus;

/** A run whose facts are the same was evaluated by the terms of that time. */
const evaluatedAs = ({ outcome, cause, failedCheck }: Run, run: Run): Run => ({
  ...run,
  outcome,
  cause,
  failedCheck,
});

/**
 * The run that this signal ended before any other finish did; null if there is none. A finish that corrected it may still be
 * its end, but whether it took too long depends on the first one.
 */
function idOfRunEndedBy(added: RunSignal, steps: Step[]): string | null {
  const finishes = steps.filter(({ effect }) => effect.kind === "finished" && effect.run !== null);
  const runId = finishes.find(({ signal }) => signal.id === added.id)?.effect.run?.id ?? null;
  const first = finishes.find(({ effect }) => effect.run?.id === runId);
  return first?.signal.id === added.id ? runId : null;
}

const isFault = (effect: SignalEffect) => effect.kind === "finished" && effect.fault !== null;

type Step = { signal: PastSignal; changed: Run[]; effect: SignalEffect };

function listSteps(signals: PastSignal[], terms: Terms): Step[] {
  const steps: Step[] = [];
  let latest: Run | null = null;
  for (const signal of signals) {
    const step: SignalStep = applySignal(latest, signal, terms);
    steps.push({ signal, changed: step.changed, effect: step.effect });
    latest = step.latest;
  }
  return steps;
}

/** The stored ids of the runs, by the ids that the fold gave them. */
function mapStoredIds(steps: Step[], stored: Map<string, Run>): Map<string, string> {
  const ids = new Map<string, string>();
  for (const { signal, effect } of steps) {
    const id = buildRunId(signal.id, signal.at);
    if (effect.run && stored.has(id) && !ids.has(effect.run.id)) ids.set(effect.run.id, id);
  }
  return ids;
}

/**
 * A run that time, and not a signal, has ended stays so while there is no new keep-alive. One that would have overrun, and
 * was not alerted, has until the limit after its latest signal, so that it is alerted then.
 */
function keptState(
  run: Run,
  stored: Run | undefined,
  { receivedAt }: RunSignal,
  terms: ScheduleTerms & RunTerms,
): Run {
  if (run.outcome === "overran" && !run.endedAt && stored?.outcome !== "overran") {
    const limitAt = computeLimit(terms, run.aliveAt ?? run.at);
    return asRunning(run, limitAt && receivedAt ? waitForLate(limitAt, receivedAt) : limitAt);
  }
  const isKept =
    stored &&
    run.outcome === "running" &&
    stored.outcome !== "running" &&
    !stored.endedAt &&
    stored.aliveAt?.getTime() === run.aliveAt?.getTime();
  return isKept ? { ...run, outcome: stored.outcome, cause: stored.cause, limitAt: null } : run;
}

const isSame = (run: Run, stored: Run | undefined) =>
  stored !== undefined &&
  (Object.keys(run) as (keyof Run)[]).every(
    (key) => JSON.stringify(run[key]) === JSON.stringify(stored[key]),
  );
