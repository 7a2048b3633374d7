import { listenerId } from "@/lib/outages/listener";
import { type Column, insertMany, listLiteral, rowsFrom } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import type { CheckInRow } from "@/lib/rules/reports/check-in";
import { notePastChanges } from "@/lib/storage/past-changes";

const COLUMNS: Column<CheckInRow>[] = [
  ["id", "uuid", ({ checkIn }) => checkIn.id],
  ["snitch_id", "uuid", ({ snitchId }) => snitchId],
  ["at", "time", ({ checkIn }) => checkIn.at],
  ["exit_status", "text", ({ checkIn }) => checkIn.exitStatus],
  ["message", "text", ({ checkIn }) => checkIn.message],
  ["method", "text", ({ checkIn }) => checkIn.method],
  ["address", "text", ({ checkIn }) => checkIn.address],
  ["user_agent", "text", ({ checkIn }) => checkIn.userAgent],
  ["accepted", "bool", ({ accepted }) => accepted],
  ["listener_id", "int", listenerId],
  ["kind", "enum check_in_kind", ({ kind = "finish" }) => kind],
  ["run_id", "uuid", ({ runId = null }) => runId],
];

/** Written only with check-ins that had happened before: it is one column less for almost all batches. */
const RECEIVED_AT: Column<CheckInRow> = ["received_at", "time", ({ checkIn }) => checkIn.receivedAt ?? null];

/** A check-in whose refusal was not sent because the database failed, and that a journal then accepted, becomes accepted. */
const ACCEPT_REPEATED = "ON CONFLICT (snitch_id, at, id) DO UPDATE SET accepted = EXCLUDED.accepted";

/** Inserts rows into the history. `mayExist`: some of them may be in it already. */
export async function insertCheckIns(sql: Sql, rows: CheckInRow[], mayExist: boolean): Promise<void> {
  const columns = rows.some(({ checkIn }) => checkIn.receivedAt) ? [...COLUMNS, RECEIVED_AT] : COLUMNS;
  await Promise.all([
    insertMany(sql, "check_ins", columns, rows, mayExist ? ACCEPT_REPEATED : ""),
    notePastChanges(
      sql,
      rows.map(({ snitchId, checkIn }) => ({ snitchId, at: checkIn.at })),
    ),
  ]);
}

type Key = { id: string; snitchId: string; at: Date };

const KEY: Column<Key>[] = [
  ["snitch_id", "uuid", ({ snitchId }) => snitchId],
  ["at", "time", ({ at }) => at],
  ["id", "uuid", ({ id }) => id],
];

/** The ids of the check-ins that are in the history already, as accepted ones. */
export async function findExisting(sql: Sql, keys: Key[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await sql<{ id: string }>(
    `SELECT c.id FROM ${rowsFrom(KEY)}
     JOIN check_ins c ON c.snitch_id = n.snitch_id AND c.at = to_timestamp(n.at) AND c.id = n.id AND c.accepted`,
    KEY.map(([, type, value]) => listLiteral(type, keys.map(value))),
  );
  return rows.map(({ id }) => id);
}

/** Mail servers repeat a message for up to five days. */
const REPEAT_TIME = "interval '6 days'";

/** The ids of the check-ins that are in the history already, as accepted ones, within six days of these times. */
export async function findRepeated(sql: Sql, keys: Key[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await sql<{ id: string }>(
    `SELECT n.id FROM ${rowsFrom(KEY)} CROSS JOIN LATERAL (
       SELECT 1 FROM check_ins c WHERE c.snitch_id = n.snitch_id AND c.id = n.id AND c.accepted
         AND c.at > to_timestamp(n.at) - ${REPEAT_TIME} AND c.at < to_timestamp(n.at) + ${REPEAT_TIME} LIMIT 1) c`,
    KEY.map(([, type, value]) => listLiteral(type, keys.map(value))),
  );
  return rows.map(({ id }) => id);
}
