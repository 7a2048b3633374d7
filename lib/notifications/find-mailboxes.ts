import type { Sql } from "@/lib/platform/db";
import { firstIdSince } from "@/lib/platform/first-id-since";
import type { Mailbox } from "@/lib/rules/notifications/decide";
import type { QuietHours } from "@/lib/rules/notifications/quiet-hours";
import { STORM_MS } from "@/lib/rules/notifications/storm";

/** The mailbox of an address of a case, the same one each time, and the database’s time. */
export type Mailboxes = { now: Date; find: (caseId: string, address: string) => Mailbox };

/** What decides when emails of these cases go out. */
export async function findMailboxes(sql: Sql, caseIds: string[]): Promise<Mailboxes> {
  const distinct = [...new Set(caseIds)];
  const [quiet, { now, times }] = await Promise.all([
    findQuietHours(sql, distinct),
    findOneByOne(sql, distinct),
  ]);
  const mailboxes = new Map<string, Mailbox>();
  return {
    now,
    find: (caseId, address) => {
      const key = buildKey(caseId, address);
      const cached = mailboxes.get(key);
      if (cached) return cached;
      const timesOfCase = times.get(caseId);
      const mailbox = {
        quiet: quiet.get(key) ?? null,
        sentAt: timesOfCase ? (timesOfCase.get(key) ?? []) : null,
      };
      mailboxes.set(key, mailbox);
      return mailbox;
    },
  };
}

const buildKey = (caseId: string, address: string) => `${caseId} ${address.toLowerCase()}`;

type QuietRow = QuietHours & { caseId: string; address: string };

/** The quiet hours of the members of these cases, by case and address. */
async function findQuietHours(sql: Sql, caseIds: string[]): Promise<Map<string, QuietHours>> {
  const rows = await sql<QuietRow>(
    `SELECT m.case_id AS "caseId", u.email AS address, m.timezone AS zone, m.quiet_from AS "from",
       m.quiet_to AS "to", m.quiet_days AS days
     FROM members m JOIN users u ON u.id = m.user_id
     WHERE m.case_id = ANY($1::uuid[]) AND m.quiet_from IS NOT NULL`,
    [caseIds],
  );
  return new Map(rows.map(({ caseId, address, ...hours }) => [buildKey(caseId, address), hours]));
}

/** How much older than its creation the id of an email may be: clocks of processes differ. */
const CLOCK_DRIFT_MS = 60_000;

type SentRow = { caseId: string; address: string | null; atMs: number | null; nowMs: number };

/**
 * The database's time, and when emails about alerts went out one by one within the last minute, by case, then by case and
 * address. Cases without a limit are left out. Two transactions at once do not see each other’s: the limit is not a promise.
 */
async function findOneByOne(sql: Sql, caseIds: string[]) {
  const rows = await sql<SentRow>(ONE_BY_ONE, [
    caseIds,
    firstIdSince(Date.now() - STORM_MS - CLOCK_DRIFT_MS),
    STORM_MS,
  ]);
  const times = new Map<string, Map<string, Date[]>>();
  for (const { caseId, address, atMs } of rows) {
    if (caseId === null) continue;
    const ofCase = times.get(caseId) ?? new Map<string, Date[]>();
    times.set(caseId, ofCase);
    if (address === null || atMs === null) continue;
    const key = buildKey(caseId, address);
    const ofAddress = ofCase.get(key);
    if (ofAddress) ofAddress.push(new Date(atMs));
    else ofCase.set(key, [new Date(atMs)]);
  }
  const [{ nowMs } = { nowMs: Date.now() }] = rows;
  return { now: new Date(nowMs), times };
}

const toMs = (time: string) => `date_part('epoch', ${time}) * 1000`;

// A storm makes the table large before Postgres counts its rows. Without OFFSET, the plan for a small table reads the emails of
// all cases once for each case.
const ONE_BY_ONE = `
  SELECT c.id AS "caseId", e.address, ${toMs("e.created_at")} AS "atMs", ${toMs("now()")} AS "nowMs"
  FROM (SELECT 1) AS one LEFT JOIN cases c ON c.id = ANY($1::uuid[]) AND c.limits_emails
  LEFT JOIN LATERAL (
    SELECT address, created_at FROM emails WHERE case_id = c.id AND alert_id IS NOT NULL AND held_for IS NULL
      AND skip_reason IS NULL AND mark IS NULL AND machine_incident_id IS NULL AND id > $2 AND created_at > now() - $3 * interval '1 millisecond'
    OFFSET 0) AS e ON true`;
