import type { Sql } from "@/lib/platform/db";
import { plainList, textList } from "@/lib/snitches/store";
import type { CheckIn } from "./check-in";

/** A line of a snitch's history. One that was refused is kept to be seen, and counts for nothing. */
export type Row = { checkIn: CheckIn; snitchId: string; accepted: boolean };

const INSERT = `
  INSERT INTO check_ins (id, snitch_id, at, exit_status, message, method, address, user_agent, accepted)
  SELECT id, snitch_id, to_timestamp(at), exit_status, message, method, address, user_agent, accepted
  FROM unnest($1::uuid[], $2::uuid[], $3::float8[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
              $9::bool[]) AS n(id, snitch_id, at, exit_status, message, method, address, user_agent, accepted)`;

/** One that was refused before its answer was lost, and then promised, becomes an accepted one. */
const INSERT_AGAIN = `${INSERT} ON CONFLICT (snitch_id, at, id) DO UPDATE SET accepted = EXCLUDED.accepted`;

/** Adds rows to the history; `again` where some of them may have been written before. */
export async function insertRows(sql: Sql, rows: Row[], again: boolean): Promise<void> {
  if (rows.length === 0) return;
  const column = <Key extends keyof CheckIn>(key: Key) => rows.map(({ checkIn }) => checkIn[key]);
  await sql(again ? INSERT_AGAIN : INSERT, [
    plainList(column("id")),
    plainList(rows.map(({ snitchId }) => snitchId)),
    plainList(column("at")),
    textList(column("exitStatus")),
    textList(column("message")),
    textList(column("method")),
    textList(column("address")),
    textList(column("userAgent")),
    rows.map(({ accepted }) => accepted),
  ]);
}

/** The ids of those that stand in the history already, as accepted ones. */
export async function standing(
  sql: Sql,
  asked: { id: string; snitchId: string; at: Date }[],
): Promise<Set<string>> {
  const rows = await sql<{ id: string }>(
    `SELECT c.id FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) AS n (snitch_id, at, id)
     JOIN check_ins c ON c.snitch_id = n.snitch_id AND c.at = n.at AND c.id = n.id AND c.accepted`,
    [asked.map(({ snitchId }) => snitchId), asked.map(({ at }) => at), asked.map(({ id }) => id)],
  );
  return new Set(rows.map(({ id }) => id));
}
