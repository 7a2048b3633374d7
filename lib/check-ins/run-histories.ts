import type { Sql } from "@/lib/platform/db";
import { firstSignalMs } from "@/lib/rules/reports/apply-out-of-order";
import type { RecordedSignal, ReportedSnitch, RunHistory } from "@/lib/rules/reports/reported-snitch";
import { withRuns } from "@/lib/rules/runs/with-run";
import { deleteRuns, findLatestRun, findRuns, LOOKED_UP_MS, RUN_COLUMNS } from "@/lib/runs/store";
import type { LockedSnitch } from "@/lib/snitches/store";
import { notePastChanges } from "@/lib/storage/past-changes";

/** More signals than a job sends in a week of starts and finishes every minute. */
const MAX_SIGNALS = 20_000;

const KEYS = "unnest($1::uuid[], $2::text[], $3::float8[]) AS n (snitch_id, rid, since)";

const FIND_RUNS = `
  SELECT r.snitch_id AS "snitchId", ${RUN_COLUMNS} FROM ${KEYS} CROSS JOIN LATERAL (
    SELECT max(before.at) AS at FROM runs before WHERE before.snitch_id = n.snitch_id AND before.rid IS NOT DISTINCT FROM n.rid
      AND before.at BETWEEN to_timestamp(n.since - ${LOOKED_UP_MS / 1_000}) AND to_timestamp(n.since)) AS first
  JOIN runs r ON r.snitch_id = n.snitch_id AND r.rid IS NOT DISTINCT FROM n.rid AND r.at >= coalesce(first.at, to_timestamp(n.since))`;

const FIND_SIGNALS = `
  SELECT n.snitch_id AS "snitchId", c.* FROM ${KEYS} CROSS JOIN LATERAL (
    SELECT id, at, kind::text AS kind, exit_status AS "exitStatus", run_id AS "runId" FROM check_ins
    WHERE snitch_id = n.snitch_id AND at >= to_timestamp(n.since) AND accepted AND kind NOT IN ('log', 'ignored') AND method <> ''
      AND (run_id = ANY($4::uuid[]) OR (n.rid IS NULL AND run_id IS NULL))
    ORDER BY at LIMIT ${MAX_SIGNALS}) c`;

/** Loads, in place, what signals out of order may change. `since`: by the name of the runs of each snitch, since when. */
export async function loadHistories(
  sql: Sql,
  since: Map<ReportedSnitch, RunHistory["since"]>,
): Promise<void> {
  if (since.size === 0) return;
  const keys = [...since].flatMap(([{ snitch }, times]) =>
    [...times].map(([rid, at]) => ({ snitchId: snitch.id, rid, atMs: at.getTime() })),
  );
  const [ids, rids] = [keys.map(({ snitchId }) => snitchId), keys.map(({ rid }) => rid)];
  const runs = await findRuns(sql, FIND_RUNS, [ids, rids, keys.map(({ atMs }) => atMs / 1_000)]);
  const firstMs = ({ snitchId, atMs }: (typeof keys)[number]) =>
    Math.min(atMs, ...(runs.get(snitchId) ?? []).map(firstSignalMs));
  const runIds = [...runs.values()].flatMap((some) => some.map(({ id }) => id));
  const values = [ids, rids, keys.map((key) => firstMs(key) / 1_000), runIds];
  const signals = await sql<RecordedSignal & { snitchId: string }>(FIND_SIGNALS, values);
  for (const [one, times] of since) {
    const own = signals.filter(({ snitchId }) => snitchId === one.snitch.id);
    one.history = {
      since: times,
      runs: runs.get(one.snitch.id) ?? [],
      signals: new Map(own.map((row) => [row.id, row])),
      dropped: [],
      moved: new Set(),
    };
  }
}

const MOVE = `UPDATE check_ins c SET run_id = n.run_id, kind = n.kind::check_in_kind
  FROM unnest($2::uuid[], $3::timestamptz[], $4::uuid[], $5::text[]) AS n (id, at, run_id, kind)
  WHERE c.snitch_id = $1 AND c.at = n.at AND c.id = n.id`;

/** Writes what signals out of order have changed: the runs that they dropped, and the recorded signals that they moved. */
export async function saveHistory(sql: Sql, snitch: LockedSnitch, history: RunHistory): Promise<void> {
  const { dropped, moved } = history;
  const { id: snitchId } = snitch;
  if (dropped.length > 0) {
    const keys = dropped.map(({ at, id }) => ({ snitchId, at, id }));
    await deleteRuns(sql, keys);
    snitch.storedRuns = snitch.storedRuns.filter((run) => dropped.every(({ id }) => id !== run.id));
    Object.assign(snitch, withRuns(snitch.runs, await findLatestRun(sql, snitchId)));
  }
  if (moved.size === 0) return;
  const list = <Key extends keyof RecordedSignal>(key: Key) => [...moved].map((signal) => signal[key]);
  await sql(MOVE, [snitchId, list("id"), list("at"), list("runId"), list("kind")]);
  const changes = list("at").map((at) => ({ snitchId, at }));
  await notePastChanges(sql, changes);
}
