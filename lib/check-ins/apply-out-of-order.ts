import { type Column, listLiteral, rowsFrom } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import type { CheckInKind } from "@/lib/rules/reports/check-in-kind";
import { isHealthy } from "@/lib/rules/reports/report";
import { NAME_REUSED_AFTER_MS, type RunSignal } from "@/lib/rules/runs/apply-signal";
import { foldSignals, type PastSignal } from "@/lib/rules/runs/fold";
import { NO_FACTS, type Run } from "@/lib/rules/runs/run";
import { withRun, withRuns } from "@/lib/rules/runs/with-run";
import { deleteRuns, findLatestRun, LOOKED_UP_MS, RUN_COLUMNS, toRun } from "@/lib/runs/store";
import { notePastChanges } from "@/lib/storage/past-changes";
import { type ApplyContext, replaceRuns, report, toRunColumns } from "./apply-check-in";
import type { CheckIn } from "./check-in";
import type { SnitchInBatch } from "./decide-check-in";
import type { CheckInRow } from "./insert";

/** More later signals than a job sends in a week of starts and finishes every minute. */
const MAX_SIGNALS = 20_000;

/**
 * Applies a signal to its snitch, in place, although later signals with the same `rid` were recorded before it: because of a
 * retry, another server or a journal. The runs become what they would be if all had arrived in order of time. Returns the id
 * of its run; null if it belongs to none.
 */
export async function applyOutOfOrder(
  sql: Sql,
  inBatch: SnitchInBatch,
  checkIn: CheckIn,
  late: RunSignal,
  context: ApplyContext,
): Promise<string | null> {
  const { snitch } = inBatch;
  const stored = await listRunsWithSameRid(sql, inBatch, late);
  const signals = await listSignals(sql, inBatch, late, stored);
  const { changed, dropped, moved, effects } = foldSignals(signals, late, stored, snitch);
  await drop(sql, inBatch, dropped);
  for (const run of changed) Object.assign(snitch, withRun(snitch, run));
  await move(sql, inBatch, moved);
  for (const { signal, effect } of effects) {
    const isThis = signal.id === late.id;
    if (isThis) Object.assign(inBatch.rows.get(late.id) ?? {}, toRunColumns(effect, snitch));
    const meant = isThis ? replaceRuns(snitch, late, effect) : effect;
    report(inBatch, isThis ? checkIn : { ...signal, message: "" }, meant, context);
  }
  return inBatch.rows.get(late.id)?.runId ?? null;
}

/** The runs with the `rid` of a late signal that it may change: the latest one that began before it, and all since. */
async function listRunsWithSameRid(
  sql: Sql,
  { snitch }: SnitchInBatch,
  { rid, at }: RunSignal,
): Promise<Run[]> {
  const rows = await sql<{ snitchId: string }>(
    `WITH same_rid AS (
       SELECT * FROM runs WHERE snitch_id = $1 AND rid IS NOT DISTINCT FROM $2 AND at >= to_timestamp($4::float8))
     SELECT r.snitch_id AS "snitchId", ${RUN_COLUMNS} FROM same_rid r
     WHERE r.at >= coalesce(
       (SELECT max(before.at) FROM same_rid before WHERE before.at <= to_timestamp($3::float8)), to_timestamp($3::float8))`,
    [snitch.id, rid, at.getTime() / 1_000, (at.getTime() - LOOKED_UP_MS) / 1_000],
  );
  const runs = new Map(rows.map(toRun).map((run) => [run.id, run]));
  // Those that earlier check-ins of this batch have changed or begun.
  for (const run of snitch.runs) if (run.rid === rid) runs.set(run.id, run);
  // Without those from before that: the ones between them were not loaded, and would be missing.
  const sameRid = [...runs.values()];
  const beforeMs = Math.max(...sameRid.map((run) => (run.at <= at ? run.at.getTime() : 0)));
  return sameRid.filter((run) => run.at.getTime() >= beforeMs);
}

type SignalRow = { id: string; at: Date; kind: CheckInKind; exitStatus: string; runId: string | null };

/** The signals of these runs and the late one, in order of time. Without a name, plain check-ins are among them. */
async function listSignals(
  sql: Sql,
  { snitch, rows }: SnitchInBatch,
  late: RunSignal,
  stored: Run[],
): Promise<PastSignal[]> {
  const runs = new Map(stored.map((run) => [run.id, run]));
  const from = Math.min(late.at.getTime(), ...stored.map(firstSignalMs));
  const recorded = await sql<SignalRow>(
    `SELECT id, at, kind::text AS kind, exit_status AS "exitStatus", run_id AS "runId" FROM check_ins
     WHERE snitch_id = $1 AND at >= to_timestamp($2::float8) AND accepted AND kind NOT IN ('log', 'ignored') AND method <> ''
       AND (run_id = ANY($3::uuid[]) OR ($4 AND run_id IS NULL))
     ORDER BY at LIMIT ${MAX_SIGNALS}`,
    [snitch.id, from / 1_000, [...runs.keys()], late.rid === null],
  );
  const ofBatch = [...rows.values()].flatMap(rowOfBatch(late, runs));
  const past = [...recorded, ...ofBatch].filter(({ id }) => id !== late.id).map(pastSignal(late.rid, runs));
  return [...past, { ...late, runId: null, wasFault: false }].sort(
    (one, other) =>
      one.at.getTime() - other.at.getTime() ||
      RANK[one.kind] - RANK[other.kind] ||
      (one.id < other.id ? -1 : 1),
  );
}

/** A repeat that says something else moves the end of its run, by the time in which its name is its own at most. */
function firstSignalMs({ at, startedAt, endedAt, rid }: Run): number {
  const firstMs = Math.min(
    at.getTime(),
    startedAt?.getTime() ?? at.getTime(),
    endedAt?.getTime() ?? at.getTime(),
  );
  return rid === null ? firstMs : firstMs - NAME_REUSED_AFTER_MS;
}

/** Of a start and a finish at the same time, the start comes first. */
const RANK = { start: 0, finish: 1 };

const rowOfBatch =
  ({ rid }: RunSignal, runs: Map<string, Run>) =>
  ({ checkIn, kind = "finish", runId = null }: CheckInRow): SignalRow[] => {
    const hasSameRid = runId === null ? rid === null && kind === "finish" : runs.has(runId);
    return hasSameRid && kind !== "log" && kind !== "ignored" && checkIn.method !== ""
      ? [{ id: checkIn.id, at: checkIn.at, kind, exitStatus: checkIn.exitStatus, runId }]
      : [];
  };

const pastSignal =
  (rid: string | null, runs: Map<string, Run>) =>
  ({ kind, runId, ...row }: SignalRow): PastSignal => {
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

/** Deletes runs whose signals belong to others now, and forgets those that this batch has begun. */
async function drop(sql: Sql, { snitch }: SnitchInBatch, dropped: Run[]): Promise<void> {
  if (dropped.length === 0) return;
  await deleteRuns(
    sql,
    dropped.map(({ at, id }) => ({ snitchId: snitch.id, at, id })),
  );
  const isLeft = (run: Run) => dropped.every(({ id }) => id !== run.id);
  snitch.storedRuns = snitch.storedRuns.filter(isLeft);
  Object.assign(snitch, withRuns(snitch.runs.filter(isLeft), await findLatestRun(sql, snitch.id)));
}

type Moved = ReturnType<typeof foldSignals>["moved"][number];

const MOVED: Column<Moved & { snitchId: string; kind: CheckInKind }>[] = [
  ["snitch_id", "uuid", ({ snitchId }) => snitchId],
  ["at", "time", ({ signal }) => signal.at],
  ["id", "uuid", ({ signal }) => signal.id],
  ["run_id", "uuid", ({ runId }) => runId],
  ["kind", "enum check_in_kind", ({ kind }) => kind],
];

/** Moves check-ins to other runs: those in the database, and those of this batch, which are not there yet. */
async function move(sql: Sql, { snitch, rows }: SnitchInBatch, moved: Moved[]): Promise<void> {
  const changes = moved.map((one) => ({
    ...one,
    snitchId: snitch.id,
    kind: chooseKind(one, snitch.expects === "start"),
  }));
  for (const { signal, runId, kind } of changes) Object.assign(rows.get(signal.id) ?? {}, { runId, kind });
  const recorded = changes.filter(({ signal }) => !rows.has(signal.id));
  if (recorded.length === 0) return;
  await sql(
    `UPDATE check_ins c SET run_id = n.run_id, kind = n.kind::check_in_kind FROM ${rowsFrom(MOVED)}
     WHERE c.snitch_id = n.snitch_id AND c.at = to_timestamp(n.at) AND c.id = n.id`,
    MOVED.map(([, type, value]) => listLiteral(type, recorded.map(value))),
  );
  await notePastChanges(
    sql,
    recorded.map(({ snitchId, signal }) => ({ snitchId, at: signal.at })),
  );
}

function chooseKind({ signal, isFault }: Moved, isStartExpected: boolean): CheckInKind {
  if (signal.kind === "start") return isStartExpected ? "expected_start" : "start";
  return isFault && isHealthy(signal) ? "violation" : "finish";
}
