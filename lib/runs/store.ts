import {
  type Column,
  type ColumnType,
  decoded,
  insertMany,
  listLiteral,
  readTimes,
  rowsFrom,
  selected,
} from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import type { Run } from "@/lib/rules/runs/run";
import { notePastChanges } from "@/lib/storage/past-changes";

type RunRow = { snitchId: string; run: Run };

/** Every column of a run. The SELECT, the mapping and the INSERT are derived from this table. */
const COLUMNS = [
  ["id", "id", "uuid"],
  ["at", "at", "time"],
  ["rid", "rid", "text"],
  ["exclusive", "exclusive", "bool"],
  ["env", "env", "text"],
  ["host", "host", "text"],
  ["startedAt", "started_at", "time"],
  ["aliveAt", "alive_at", "time"],
  ["endedAt", "ended_at", "time"],
  ["lastFinishAt", "last_finish_at", "time"],
  ["outcome", "outcome", "enum run_outcome"],
  ["cause", "cause", "enum alert_cause"],
  ["failedCheck", "failed_check", "text"],
  ["exitStatus", "exit_status", "text"],
  ["durationMs", "duration_ms", "float"],
  ["reportedMs", "reported_ms", "float"],
  ["limitAt", "limit_at", "time"],
  ["metrics", "metrics", "json"],
  ["outputId", "output_id", "uuid"],
] as const satisfies [keyof Run, string, ColumnType][];

/** The columns of a run `r`, for `toRun`. */
export const RUN_COLUMNS = COLUMNS.map(([property, column, type]) =>
  selected("r", property, column, type),
).join(", ");

const TIMES = COLUMNS.flatMap(([property, , type]) => (type === "time" ? [property] : []));

const ALL_NULL = Object.fromEntries(COLUMNS.map(([property]) => [property, null]));

/** The run of a row that was selected by `RUN_COLUMNS`. */
export function toRun(row: Record<string, unknown>): Run {
  readTimes(row, TIMES);
  // A copy of an object that has all properties is many times faster than the rest of the row.
  const run: Record<string, unknown> = { ...ALL_NULL };
  for (const [property] of COLUMNS) run[property] = row[property];
  return run as Run;
}

/** The key of a run. */
export type RunKey = { snitchId: string; at: Date; id: string };

/** Runs that are no longer running are looked up among those of this time. */
export const LOOKED_UP_MS = 35 * DAY_MS;

const secondsFrom = (now: Date) => (now.getTime() - LOOKED_UP_MS) / 1_000;

/** The runs that a statement selects by `RUN_COLUMNS` and `"snitchId"`, by the id of their snitch. */
export async function findRuns(sql: Sql, statement: string, values: unknown[]): Promise<Map<string, Run[]>> {
  const bySnitch = new Map<string, Run[]>();
  for (const row of await sql<{ snitchId: string }>(statement, values)) {
    const { snitchId } = row;
    const runs = bySnitch.get(snitchId) ?? [];
    const run = toRun(row);
    if (runs.every(({ id }) => id !== run.id)) runs.push(run);
    bySnitch.set(snitchId, runs);
  }
  return bySnitch;
}

export const KEYS: Column<RunKey>[] = [
  ["snitch_id", "uuid", ({ snitchId }) => snitchId],
  ["at", "time", ({ at }) => at],
  ["id", "uuid", ({ id }) => id],
];

/** Finds runs by their keys. As with all of these functions, the result is by the id of their snitch. */
export const findRunsByKey = (sql: Sql, keys: RunKey[]) =>
  findRuns(
    sql,
    `SELECT r.snitch_id AS "snitchId", ${RUN_COLUMNS} FROM ${rowsFrom(KEYS)}
     JOIN runs r ON r.snitch_id = n.snitch_id AND r.at = to_timestamp(n.at) AND r.id = n.id`,
    KEYS.map(([, type, value]) => listLiteral(type, keys.map(value))),
  );

/** Finds all runs of these snitches that are running. */
export const findRunning = (sql: Sql, snitchIds: string[]) =>
  findRuns(
    sql,
    `SELECT r.snitch_id AS "snitchId", ${RUN_COLUMNS} FROM runs r
     WHERE r.snitch_id = ANY($1::uuid[]) AND r.outcome = 'running'`,
    [listLiteral("uuid", snitchIds)],
  );

/** Finds the latest run without a name of each of these snitches. */
export const findUnnamed = (sql: Sql, snitchIds: string[], now: Date) =>
  findRuns(
    sql,
    `SELECT n.snitch_id AS "snitchId", r.* FROM unnest($1::uuid[]) AS n (snitch_id) CROSS JOIN LATERAL (
       SELECT ${RUN_COLUMNS} FROM runs r
       WHERE r.snitch_id = n.snitch_id AND r.rid IS NULL AND r.at >= to_timestamp($2::float8)
       ORDER BY r.at DESC LIMIT 1) r`,
    [listLiteral("uuid", snitchIds), secondsFrom(now)],
  );

// By the key in the snitch's row, which names the partition: to look into each would cost more than all the rest. No run is
// later than that one, so that a search by name needs no partition after it either.
const LATEST = `
  SELECT r.snitch_id AS "snitchId", ${RUN_COLUMNS} FROM snitches s
  JOIN runs r ON r.snitch_id = s.id AND r.at = s.last_run_at AND r.id = s.last_run_id
  WHERE s.check_in_key = ANY($1::text[]) AND (r.outcome = 'running' OR r.at >= to_timestamp($2::float8))`;
const LATEST_AND_NAMED = `${LATEST}
  UNION ALL
  SELECT s.id, r.* FROM unnest($3::text[], $4::text[]) AS n (key, rid) JOIN snitches s ON s.check_in_key = n.key
  CROSS JOIN LATERAL (
    SELECT ${RUN_COLUMNS} FROM runs r
    WHERE r.snitch_id = s.id AND r.rid = n.rid AND r.at >= to_timestamp($2::float8) AND r.at <= s.last_run_at
    ORDER BY r.at DESC LIMIT 1) r`;

/** Finds the latest run of each of the snitches with these check-in keys, and the latest ones by name. */
export function findLatestRuns(
  sql: Sql,
  keys: string[],
  runKeys: { checkInKey: string; rid: string }[],
  now: Date,
): Promise<Map<string, Run[]>> {
  const values = [listLiteral("text", keys), secondsFrom(now)];
  if (runKeys.length === 0) return findRuns(sql, LATEST, values);
  return findRuns(sql, LATEST_AND_NAMED, [
    ...values,
    listLiteral(
      "text",
      runKeys.map(({ checkInKey }) => checkInKey),
    ),
    listLiteral(
      "text",
      runKeys.map(({ rid }) => rid),
    ),
  ]);
}

/** Finds the latest run of a snitch. */
export async function findLatestRun(sql: Sql, snitchId: string): Promise<Run | null> {
  const [row] = await sql(
    `SELECT ${RUN_COLUMNS} FROM runs r WHERE r.snitch_id = $1 ORDER BY r.at DESC LIMIT 1`,
    [snitchId],
  );
  return row ? toRun(row) : null;
}

/** Deletes runs by their keys. Their snitches must be locked. */
export async function deleteRuns(sql: Sql, keys: RunKey[]): Promise<void> {
  await sql(
    `DELETE FROM runs r USING ${rowsFrom(KEYS)}
     WHERE r.snitch_id = n.snitch_id AND r.at = to_timestamp(n.at) AND r.id = n.id`,
    KEYS.map(([, type, value]) => listLiteral(type, keys.map(value))),
  );
  await notePastChanges(sql, keys);
}

const VALUES: Column<RunRow>[] = [
  ["snitch_id", "uuid", ({ snitchId }) => snitchId],
  ...COLUMNS.map(([property, column, type]): Column<RunRow> => [column, type, ({ run }) => run[property]]),
];

const KEY = ["id", "at"];
const CHANGING = COLUMNS.flatMap(([, column, type]) =>
  KEY.includes(column) ? [] : [[column, type] as const],
);
const UPSERT = `ON CONFLICT (snitch_id, at, id) DO UPDATE SET ${CHANGING.map(
  ([column]) => `${column} = EXCLUDED.${column}`,
).join(", ")}`;

const toKey = ({ snitchId, run: { at, id } }: RunRow): RunKey => ({ snitchId, at, id });

/** Saves runs, which may be new, in one statement. Their snitches must be locked. */
export async function saveRuns(sql: Sql, rows: RunRow[]): Promise<void> {
  await Promise.all([insertMany(sql, "runs", VALUES, rows, UPSERT), notePastChanges(sql, rows.map(toKey))]);
}

const UPDATE = `UPDATE runs r SET ${CHANGING.map(
  ([column, type]) => `${column} = ${decoded(`n.${column}`, type)}`,
).join(", ")}
  FROM ${rowsFrom(VALUES)} WHERE r.snitch_id = n.snitch_id AND r.at = to_timestamp(n.at) AND r.id = n.id`;

/** As `saveRuns`, for runs that the database has, at a lower cost. */
export async function updateRuns(sql: Sql, rows: RunRow[]): Promise<void> {
  if (rows.length === 0) return;
  await Promise.all([
    sql(
      UPDATE,
      VALUES.map(([, type, value]) => listLiteral(type, rows.map(value))),
    ),
    notePastChanges(sql, rows.map(toKey)),
  ]);
}
