import type { EmailDelay } from "@/lib/emails/enqueue";
import type { Sql } from "@/lib/platform/db";
import { firstIdSince } from "@/lib/platform/first-id-since";
import type { Severity } from "@/lib/rules/incidents/incident";
import { type QuietHours, quietUntil } from "@/lib/rules/quiet-hours";
import { STORM_MS, stormUntil } from "@/lib/rules/storm";

/** `severity`: that of its alert; null if it is about none. */
type Draft = {
  address: string;
  snitch: { caseId: string };
  skipReason: unknown;
  severity: Severity | null;
};

/**
 * Decides which of these e-mails wait, in their order: those below critical for the end of their reader's quiet hours, and
 * those about alerts of which too many go to one address within a minute. Null for an e-mail that does not wait.
 */
export async function delayEmails(sql: Sql, drafts: Draft[]): Promise<(EmailDelay | null)[]> {
  const caseIds = [...new Set(drafts.map(({ snitch }) => snitch.caseId))];
  if (caseIds.length === 0) return [];
  const quiet = await findQuietHours(sql, caseIds);
  const { now, times } = await findOneByOne(sql, caseIds);
  return drafts.map((draft) => {
    if (draft.skipReason !== null) return null;
    const key = keyOf(draft.snitch.caseId, draft.address);
    const hours = draft.severity === "critical" ? undefined : quiet.get(key);
    const until = hours ? quietUntil(hours, now) : null;
    // A reminder is about no alert, so that it goes out by itself afterwards.
    if (until) return { heldFor: draft.severity && "quiet_hours", until };
    if (draft.severity === null) return null;
    const sent = times.get(draft.snitch.caseId);
    // The case does not limit them.
    if (!sent) return null;
    const before = sent.get(key) ?? [];
    const stormEndsAt = stormUntil(before, now);
    if (stormEndsAt) return { heldFor: "storm", until: stormEndsAt };
    sent.set(key, [...before, now]);
    return null;
  });
}

const keyOf = (caseId: string, address: string) => `${caseId} ${address.toLowerCase()}`;

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
  return new Map(rows.map(({ caseId, address, ...hours }) => [keyOf(caseId, address), hours]));
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
    const key = keyOf(caseId, address);
    ofCase.set(key, [...(ofCase.get(key) ?? []), at]);
  }
  const [{ now } = { now: new Date() }] = rows;
  return { now, times };
}
