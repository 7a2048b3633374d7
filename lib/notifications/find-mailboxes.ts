import type { Sql } from "@/lib/platform/db";
import { firstIdSince } from "@/lib/platform/first-id-since";
import type { Mailbox } from "@/lib/rules/notifications/decide";
import type { QuietHours } from "@/lib/rules/quiet-hours";
import { STORM_MS } from "@/lib/rules/storm";

/** The mailbox of an address of a case, the same one each time, and the database’s time. */
export type Mailboxes = { now: Date; find: (caseId: string, address: string) => Mailbox };

/** What decides when e-mails of these cases go out. */
export async function findMailboxes(sql: Sql, caseIds: string[]): Promise<Mailboxes> {
  const distinct = [...new Set(caseIds)];
  const quiet = await findQuietHours(sql, distinct);
  const { now, times } = await findOneByOne(sql, distinct);
  const mailboxes = new Map<string, Mailbox>();
  return {
    now,
    find: (caseId, address) => {
      const key = buildKey(caseId, address);
      const known = mailboxes.get(key);
      if (known) return known;
      const sent = times.get(caseId);
      const mailbox = { quiet: quiet.get(key) ?? null, sentAt: sent ? (sent.get(key) ?? []) : null };
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

/** How much older than its creation the id of an e-mail may be: clocks of processes differ. */
const CLOCK_DRIFT_MS = 60_000;

type SentRow = { caseId: string; address: string | null; at: Date | null; now: Date };

/**
 * The database's time, and when e-mails about alerts went out one by one within the last minute, by case, then by case and
 * address. Cases without a limit are left out. Two transactions at once do not see each other’s: the limit is no promise.
 */
async function findOneByOne(sql: Sql, caseIds: string[]) {
  const rows = await sql<SentRow>(
    `SELECT c.id AS "caseId", e.address, e.created_at AS at, now() AS now
     FROM (SELECT 1) AS one LEFT JOIN cases c ON c.id = ANY($1::uuid[]) AND c.limits_emails
     LEFT JOIN emails e ON e.case_id = c.id AND e.alert_id IS NOT NULL AND e.held_for IS NULL
       AND e.skip_reason IS NULL AND e.mark IS NULL AND e.id > $2 AND e.created_at > now() - $3 * interval '1 millisecond'`,
    [caseIds, firstIdSince(Date.now() - STORM_MS - CLOCK_DRIFT_MS), STORM_MS],
  );
  const times = new Map<string, Map<string, Date[]>>();
  for (const { caseId, address, at } of rows) {
    if (caseId === null) continue;
    const ofCase = times.get(caseId) ?? new Map<string, Date[]>();
    times.set(caseId, ofCase);
    if (address === null || at === null) continue;
    const key = buildKey(caseId, address);
    ofCase.set(key, [...(ofCase.get(key) ?? []), at]);
  }
  const [{ now } = { now: new Date() }] = rows;
  return { now, times };
}
