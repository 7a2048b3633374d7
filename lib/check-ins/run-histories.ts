import type { Sql } from "@/lib/platform/db";
import { firstSignalMs, listRunsWithSameRid } from "@/lib/rules/reports/apply-out-of-order";
import type { RecordedSignal, ReportedSnitch, RunHistory } from "@/lib/rules/reports/reported-snitch";
import { withRuns } from "@/lib/rules/runs/with-run";
import { deleteRuns, findLatestRun, findRuns, LOOKED_UP_MS, RUN_COLUMNS } from "@/lib/runs/store";
import type { LockedSnitch } from "@/lib/snitches/store";
import { notePastChanges } from "@/lib/storage/past-changes";

/** More signals than a job sends in a week of starts and finishes every minute. */
const MAX_SIGNALS = 20_000;

/** A statement that loads more takes too long while others wait for the locks. */
const SNITCHES_AT_ONCE = 16;

const KEYS = "unnest($1::uuid[], $2::text[], $3::float8[]) AS n (snitch_id, rid, since)";

const FIND_RUNS = `
  SELECT r.snitch_id AS "snitchId", ${RUN_COLUMNS} FROM ${KEYS} CROSS JOIN LATERAL (
    SELECT max(before.at) AS at FROM runs before WHERE before.snitch_id = n.snitch_id AND before.rid IS NOT DISTINCT FROM n.rid
      AND before.at BETWEEN to_timestamp(n.since - ${LOOKED_UP_MS / 1_000}) AND to_timestamp(n.since)) AS first
  JOIN runs r ON r.snitch_id = n.snitch_id AND r.rid IS NOT DISTINCT FROM n.rid AND r.at >= coalesce(first.at, to_timestamp(n.since))`;

// A list of parameters would be searched for each row; the result of a query is hashed once.
const FIND_SIGNALS = `
  SELECT n.snitch_id AS "snitchId", c.* FROM ${KEYS} CROSS JOIN LATERAL (
    SELECT id, at, kind::text AS kind, exit_status AS "exitStatus", run_id AS "runId" FROM check_ins
    WHERE snitch_id = n.snitch_id AND at >= to_timestamp(n.since) AND accepted AND kind NOT IN ('log', 'ignored') AND method <> ''
      AND (run_id IN (SELECT unnest($4::uuid[])) OR (n.rid IS NULL AND run_id IS NULL))
    ORDER BY at LIMIT ${MAX_SIGNALS}) c`;

/** By the name of the runs of each snitch, since when. */
type Since = [ReportedSnitch, RunHistory["since"]][];

/** Loads, in place, what signals out of order may change. */
export async function loadHistories(sql: Sql, since: Since): Promise<void> {
  for (let from = 0; from < since.length; from += SNITCHES_AT_ONCE)
    await loadSome(sql, since.slice(from, from + SNITCHES_AT_ONCE));
}

async function loadSome(sql: Sql, since: Since): Promise<void> {
  const keys = since.flatMap(([one, times]) => [...times].map(([rid, at]) => ({ one, rid, at })));
  const [ids, rids] = [keys.map(({ one }) => one.snitch.id), keys.map(({ rid }) => rid)];
  const runs = await findRuns(sql, FIND_RUNS, [ids, rids, keys.map(({ at }) => at.getTime() / 1_000)]);
  for (const [one, times] of since) {
    const own = runs.get(one.snitch.id) ?? [];
    one.history = { since: times, runs: own, signals: new Map(), dropped: [], moved: new Set() };
  }
  // One that has been running for longer than runs are looked up is known by its snitch only.
  const runsOfKeys = keys.map(({ one, ...key }) => listRunsWithSameRid(one, one.history?.runs ?? [], key));
  const firstMs = keys.map(({ at }, i) =>
    Math.min(at.getTime(), ...(runsOfKeys[i] ?? []).map(firstSignalMs)),
  );
  const runIds = runsOfKeys.flat().map(({ id }) => id);
  const signals = await sql<RecordedSignal & { snitchId: string }>(FIND_SIGNALS, [
    ids,
    rids,
    firstMs.map((ms) => ms / 1_000),
    runIds,
  ]);
  const histories = new Map(since.map(([{ snitch, history }]) => [snitch.id, history]));
  for (const signal of signals) histories.get(signal.snitchId)?.signals.set(signal.id, signal);
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
