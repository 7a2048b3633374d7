import { v7 as newId } from "uuid";
import { raiseAlerts } from "@/lib/alerts/raise";
import type { Owed } from "@/lib/outbox/pending";
import type { Sql } from "@/lib/platform/db";
import type { Tale } from "@/lib/rules/alert-draft";
import type { Pause } from "@/lib/rules/status";
import { type Locked, saveSnitches } from "@/lib/snitches/store";

/** A snitch as something left it, what people must be told of it, and the pauses that ended. */
export type Written = { snitch: Locked; tales: Tale[]; pauses: Pause[] };

/** Writes what befell snitches that this transaction holds: their state, their history and what is owed to people. */
export async function writeDown(sql: Sql, written: Written[]): Promise<Owed> {
  await saveSnitches(
    sql,
    written.map(({ snitch }) => snitch),
  );
  await insertPauses(sql, written);
  return raiseAlerts(sql, written);
}

async function insertPauses(sql: Sql, written: Written[]): Promise<void> {
  const ended = written.flatMap(({ snitch, pauses }) =>
    pauses.map((pause) => ({ ...pause, snitchId: snitch.id })),
  );
  if (ended.length === 0) return;
  await sql(
    `INSERT INTO pauses (id, snitch_id, starts_at, ends_at)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[])`,
    [
      ended.map(() => newId()),
      ended.map(({ snitchId }) => snitchId),
      ended.map(({ startsAt }) => startsAt),
      ended.map(({ endsAt }) => endsAt),
    ],
  );
}
