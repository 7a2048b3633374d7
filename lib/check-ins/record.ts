import { applyTransitions } from "@/lib/monitoring/apply-transitions";
import { wakeTimers } from "@/lib/outbox/wake-timers";
import { type NewRows, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import type { Sql } from "@/lib/platform/db";
import { isConnectionError, isTransactionConflict } from "@/lib/platform/db-errors";
import { log } from "@/lib/platform/log";
import { publishChange } from "@/lib/platform/publish-change";
import { groupBy } from "@/lib/rules/group-by";
import { applyCheckIn } from "@/lib/rules/reports/apply-check-in";
import type { CheckIn, CheckInResult, CheckInRow } from "@/lib/rules/reports/check-in";
import { countsAfter } from "@/lib/rules/reports/count-rate";
import { defer, deferLate, place } from "@/lib/rules/reports/place";
import type { Facts } from "@/lib/rules/reports/reported-snitch";
import { insertOutputs, type NewOutput } from "@/lib/runs/outputs/insert";
import { saveDeferred, saveRoutine } from "@/lib/snitches/save";
import { commit } from "./connection";
import { insertCheckIns } from "./insert";
import {
  type Batch,
  hasRoutineState,
  isRoutineOnceApplied,
  loadBatch,
  type RecordOptions,
  type SnitchInBatch,
} from "./load-batch";
import { refuse } from "./refuse";
import { saveHistory } from "./run-histories";

/** `to changes`: nothing of it is recorded yet, and it is recorded in a batch of that queue. */
export type RecordResult = CheckInResult | { kind: "to changes" };

const MAX_ATTEMPTS = 3;

/**
 * Records check-ins in order, normally in one transaction, and returns their results in the same order. If Postgres rejects
 * a check-in, only that one is lost. Throws if the database is unavailable; some may be committed even then.
 */
export async function record(checkIns: CheckIn[], options: { replayed: boolean }): Promise<CheckInResult[]>;
export async function record(checkIns: CheckIn[], options: RecordOptions): Promise<RecordResult[]>;
export async function record(checkIns: CheckIn[], options: RecordOptions): Promise<RecordResult[]> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await recordBatch(checkIns, options);
    } catch (error) {
      if (isConnectionError(error)) throw error;
      if (isTransactionConflict(error) && attempts < MAX_ATTEMPTS) continue;
      if (checkIns.length > 1) return recordOneByOne(checkIns, options);
      const { id, token } = checkIns[0] ?? {};
      log.error({ err: error, requestId: id, token }, "a check-in was not recorded");
      return [{ kind: "lost" }];
    }
  }
}

async function recordOneByOne(checkIns: CheckIn[], options: RecordOptions): Promise<RecordResult[]> {
  const results: RecordResult[] = [];
  for (const checkIn of checkIns) results.push(...(await record([checkIn], options)));
  return results;
}

/**
 * 1. Lock the snitches, and load what decides about the check-ins (`loadBatch`).
 * 2. Place each in order and apply it: the next one of its snitch sees that.
 * 3. Write the history, and the columns that have changed, with one statement for each kind of change.
 */
async function recordBatch(checkIns: CheckIn[], options: RecordOptions): Promise<RecordResult[]> {
  const { replayed, queue = "changes" } = options;
  let newRows: NewRows | undefined;
  let transitions: SnitchInBatch[] = [];
  const pool = queue === "routine" || replayed ? "check-ins" : "changes";
  const results = await commit(pool, async (sql) => {
    const batch = await loadBatch(sql, checkIns, options);
    const results = batch.entries.map((entry) => decide(entry, batch.facts));
    const { routine, deferral, all } = sortByColumns(batch);
    const changed = [...routine, ...deferral, ...all];
    const rows = changed.flatMap((one) => one.rows);
    transitions = all;
    for (const { snitch, history } of changed) if (history) await saveHistory(sql, snitch, history);
    const write = async () => {
      [, , , newRows] = await Promise.all([
        insertCheckIns(sql, rows, replayed),
        saveRoutine(sql, routine.map(pickSnitch)),
        saveDeferred(sql, deferral.map(pickSnitch)),
        applyTransitions(sql, all),
        saveLate(sql, all),
        insertOutputs(sql, rows.flatMap(toOutput)),
        countFormerKeys(sql, rows),
      ]);
      // Those before the one that changes its snitch are left with it.
      return results.map((result, i) => (batch.entries[i]?.one?.isLeft ? TO_CHANGES : result));
    };
    return { writes: write(), isSent: all.length === 0 };
  });
  if (newRows) wakeWorkersLater(newRows);
  publishChange(transitions.map(({ snitch }) => snitch.caseId));
  return results;
}

const TO_CHANGES = { kind: "to changes" } as const;

/** Decides what becomes of a check-in, and applies it to its snitch. */
function decide({ received, checkIn, one }: Batch["entries"][number], facts: Facts): RecordResult {
  if (!one) return { kind: "unknown" };
  if (one.isLeft) return TO_CHANGES;
  const placement = place(one, checkIn, facts);
  const { rate } = placement;
  switch (placement.kind) {
    case "refused":
      return refuse(one, checkIn, placement);
    case "repeated":
      return { kind: "recorded", decision: rate };
    case "late":
      deferLate(one, checkIn);
      break;
    case "deferred":
      defer(one.snitch, checkIn.at);
      break;
    case "applied":
  }
  one.snitch.checkInCount += 1;
  Object.assign(one.snitch, countsAfter(one.snitch, checkIn, rate));
  const row = applyCheckIn(one, checkIn, facts);
  one.rows.push(row);
  // If the commit fails, a journal has it with this time, by which its row is known.
  received.at = row.checkIn.at;
  return { kind: "recorded", decision: rate };
}

/** The snitches that have changed. For a routine batch, those that a failed check of a run has changed are left, too. */
function sortByColumns({ snitches, isOnlyRoutine }: Batch): Record<ChangedColumns, SnitchInBatch[]> {
  const sorted: Record<ChangedColumns, SnitchInBatch[]> = { routine: [], deferral: [], all: [] };
  for (const one of snitches) {
    if (one.rows.length === 0) continue;
    const columns = changedColumns(one);
    one.isLeft = isOnlyRoutine && columns !== "routine";
    if (!one.isLeft) sorted[columns].push(one);
  }
  return sorted;
}

type ChangedColumns = "routine" | "deferral" | "all";

/** Which columns a batch has changed: those of `saveRoutine`, those of `saveDeferred`, or all, with rows of other tables. */
function changedColumns(one: SnitchInBatch): ChangedColumns {
  const { wasRoutine, snitch, late, alerts, pauses, unknownMisses } = one;
  const isMore = alerts.length > 0 || pauses.length > 0 || unknownMisses.length > 0;
  if (isMore || !wasRoutine) return "all";
  if (hasRoutineState(snitch)) return "routine";
  return !late && isRoutineOnceApplied(snitch) ? "deferral" : "all";
}

const pickSnitch = ({ snitch }: SnitchInBatch) => snitch;

/** Counts the check-ins that came by URLs that were replaced. */
async function countFormerKeys(sql: Sql, rows: CheckInRow[]): Promise<void> {
  const former = rows.filter(({ checkIn, accepted }) => accepted && checkIn.formerKey);
  if (former.length === 0) return;
  const counted = [...groupBy(former, ({ checkIn }) => checkIn.formerKey ?? "")];
  await sql(
    `UPDATE former_check_in_keys f SET check_ins = f.check_ins + n.count, last_address = n.address, last_at = n.at
     FROM unnest($1::text[], $2::int[], $3::text[], $4::timestamptz[]) AS n (key, count, address, at) WHERE f.key = n.key`,
    [
      counted.map(([key]) => key),
      counted.map(([, { length }]) => length),
      counted.map(([, group]) => group.at(-1)?.checkIn.address),
      counted.map(([, group]) => group.at(-1)?.checkIn.at),
    ],
  );
}

/** What a finish printed, if it belongs to a run. */
function toOutput({ checkIn, snitchId, kind = "finish", runId }: CheckInRow): NewOutput[] {
  const { at, output, outputId } = checkIn;
  const isFinish = kind === "finish" || kind === "violation";
  return output && outputId && runId && isFinish ? [{ ...output, id: outputId, runId, snitchId, at }] : [];
}

/** Makes the workers replay the histories of the snitches that had late check-ins. */
async function saveLate(sql: Sql, changed: SnitchInBatch[]): Promise<void> {
  const late = changed.filter((one) => one.late);
  if (late.length === 0) return;
  const times = late.map((one) => one.late);
  await sql(
    `UPDATE snitches s SET late_since = least(s.late_since, n.since),
       applied_until = CASE WHEN s.late_since IS NULL THEN n.until ELSE s.applied_until END
     FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) AS n (id, since, until) WHERE s.id = n.id`,
    [
      late.map(({ snitch }) => snitch.id),
      times.map((one) => one?.since),
      times.map((one) => one?.appliedUntil),
    ],
  );
  await wakeTimers(sql, "late-reports");
}
