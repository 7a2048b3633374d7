import { applySignal, effectOfPlain, type RunSignal } from "../runs/apply-signal";
import type { Run, RunFacts } from "../runs/run";
import { isOnlyKept, NOTHING_SAID } from "../runs/signal";
import { withRun } from "../runs/with-run";
import { applyOutOfOrder } from "./apply-out-of-order";
import { applyEffect, passTime, replaceRuns, toRunColumns } from "./apply-report";
import type { CheckIn, CheckInRow } from "./check-in";
import { findRunByRid, isKept, isOpenAndExclusive, isOutOfOrder, isPlain } from "./order";
import type { ApplyContext, ReportedSnitch } from "./reported-snitch";

/**
 * Applies a check-in to its snitch, in place: the next one sees the new state. What it means for the snitch is left out if it is
 * deferred. Returns its row. Nothing else decides about it: the same snitch and the same check-in become the same.
 */
export function applyCheckIn(target: ReportedSnitch, checkIn: CheckIn, context: ApplyContext): CheckInRow {
  const { snitch } = target;
  const run = findRunByRid(snitch, checkIn);
  const row: CheckInRow = { checkIn, snitchId: snitch.id, accepted: true };
  if (isKept(checkIn, run)) return keep(target, row, run);
  if (!isPlain(checkIn, run)) return applyToRun(target, row, run, context);
  const effect = effectOfPlain(checkIn);
  if (checkIn.method !== "" && snitch.runs.some(isOpenAndExclusive)) {
    passTime(target, checkIn.at, context.listeningGaps);
    replaceRuns(snitch, toRunSignal(checkIn), effect);
  }
  applyEffect(target, checkIn, effect, context.listeningGaps);
  return row;
}

/** A log belongs to its run while that is open, what is ignored to none. */
function keep({ snitch }: ReportedSnitch, row: CheckInRow, run: Run | null): CheckInRow {
  const { signal } = row.checkIn;
  if (!signal || !isOnlyKept(signal))
    return run ? { ...row, ...toRunColumns({ kind: "none", run }, snitch) } : row;
  const isOfRun = signal.kind === "log" && run && !run.endedAt;
  return { ...row, kind: signal.kind, runId: isOfRun ? run.id : null };
}

function applyToRun(
  target: ReportedSnitch,
  received: CheckInRow,
  run: Run | null,
  context: ApplyContext,
): CheckInRow {
  const { snitch } = target;
  const checkIn =
    run && context.order === "arrival" ? placeAfterStart(run, received.checkIn) : received.checkIn;
  const signal = toRunSignal(checkIn);
  passTime(target, checkIn.at, context.listeningGaps);
  const row = { ...received, checkIn };
  if (target.late || isOutOfOrder(run, signal, snitch, context.order))
    return applyOutOfOrder(target, row, signal, context);
  const step = applySignal(findRunByRid(snitch, checkIn), signal, snitch);
  for (const changed of step.changed) Object.assign(snitch, withRun(snitch, changed));
  const effect = replaceRuns(snitch, signal, step.effect);
  applyEffect(target, checkIn, effect, context.listeningGaps);
  return { ...row, ...toRunColumns(effect, snitch) };
}

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

function toRunSignal({ id, at, receivedAt, exitStatus, signal, output, outputId }: CheckIn): RunSignal {
  const { kind, rid, exclusive = false, isInPath, ...facts } = signal ?? NOTHING_SAID;
  return {
    id,
    at,
    ...(receivedAt && { receivedAt }),
    ...facts,
    kind: kind === "start" ? "start" : "finish",
    rid,
    exclusive,
    exitStatus,
    outputId: kind === "finish" ? (outputId ?? null) : null,
    isRun: hasFacts(facts) || (isInPath && output !== undefined),
  };
}

const hasFacts = ({ reportedMs, host, env, metrics }: RunFacts) =>
  reportedMs !== null || host !== "" || env !== "" || Object.keys(metrics).length > 0;
