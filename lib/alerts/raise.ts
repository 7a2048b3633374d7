import { v7 as newId } from "uuid";
import { ownersOf } from "@/lib/cases/owners";
import { recipientsOf } from "@/lib/cases/recipients";
import { NOTHING_OWED, type Owed } from "@/lib/outbox/pending";
import type { Sql } from "@/lib/platform/db";
import type { Tale } from "@/lib/rules/alert-draft";

type Told = { id: string; caseId: string; alertEmail: string[] };
type Raised = Tale & { id: string; snitch: Told };

/**
 * Writes down that people must be told: the alerts, a notice for each recipient and a delivery for each webhook.
 * Belongs into the transaction of the change that caused them; sending is left to the worker, after the commit.
 * An alert that stands already (same snitch, kind and time) is not raised again.
 */
export async function raiseAlerts(sql: Sql, told: { snitch: Told; tales: Tale[] }[]): Promise<Owed> {
  const wanted = told.flatMap(({ snitch, tales }) =>
    tales.map((tale): Raised => ({ ...tale, id: newId(), snitch })),
  );
  if (wanted.length === 0) return NOTHING_OWED;
  const stood = await insertAlerts(sql, wanted);
  const raised = wanted.filter(({ id }) => stood.has(id));
  return { notices: await insertNotices(sql, raised), deliveries: await insertDeliveries(sql, raised) };
}

async function insertAlerts(sql: Sql, alerts: Raised[]): Promise<Set<string>> {
  const column = <Value>(pick: (alert: Raised) => Value) => alerts.map(pick);
  const rows = await sql<{ id: string }>(
    `INSERT INTO alerts
       (id, case_id, snitch_id, kind, "from", "to", at, exit_status, message, last_checked_in_at, silent_since)
     SELECT id, case_id, snitch_id, kind::alert_kind, f::status, t::status, at, exit_status, message, last, since
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::text[],
                 $9::text[], $10::timestamptz[], $11::timestamptz[])
       AS n(id, case_id, snitch_id, kind, f, t, at, exit_status, message, last, since)
     ON CONFLICT (snitch_id, kind, at) DO NOTHING RETURNING id`,
    [
      column(({ id }) => id),
      column(({ snitch }) => snitch.caseId),
      column(({ snitch }) => snitch.id),
      column(({ kind }) => kind),
      column(({ from }) => from),
      column(({ to }) => to),
      column(({ at }) => at),
      column(({ exitStatus }) => exitStatus),
      column(({ message }) => message),
      column(({ lastCheckedInAt }) => lastCheckedInAt),
      column(({ silentSince }) => silentSince),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

async function insertNotices(sql: Sql, raised: Raised[]): Promise<string[]> {
  const mailed = raised.filter(({ byMail }) => byMail);
  if (mailed.length === 0) return [];
  const owners = await ownersOf(
    sql,
    mailed.map(({ snitch }) => snitch.caseId),
  );
  const notices = mailed.flatMap(({ id, snitch }) => {
    const owner = owners.get(snitch.caseId);
    return owner
      ? recipientsOf(snitch, owner).map((address) => ({ id: newId(), alertId: id, snitch, address }))
      : [];
  });
  await sql(
    `INSERT INTO notices (id, alert_id, case_id, snitch_id, address)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[])
     ON CONFLICT (alert_id, address) DO NOTHING`,
    [
      notices.map(({ id }) => id),
      notices.map(({ alertId }) => alertId),
      notices.map(({ snitch }) => snitch.caseId),
      notices.map(({ snitch }) => snitch.id),
      notices.map(({ address }) => address),
    ],
  );
  return notices.map(({ id }) => id);
}

async function insertDeliveries(sql: Sql, raised: Raised[]): Promise<string[]> {
  if (raised.length === 0) return [];
  const rows = await sql<{ id: string }>(
    `INSERT INTO deliveries (id, alert_id, webhook_id)
     SELECT new_id(), n.alert_id, w.id FROM unnest($1::uuid[], $2::uuid[]) AS n(alert_id, case_id)
     JOIN webhooks w ON w.case_id = n.case_id AND w.disabled_at IS NULL
     -- A webhook that is just being removed is waited for, and then owed nothing.
     FOR KEY SHARE OF w
     RETURNING id`,
    [raised.map(({ id }) => id), raised.map(({ snitch }) => snitch.caseId)],
  );
  return rows.map(({ id }) => id);
}
