import { isMarked } from "@/lib/emails/address-marks";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { type NewRows, NO_NEW_ROWS, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { query, type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { type DigestTimes, digestPeriod, nextDigestAt } from "@/lib/rules/notifications/digest-period";
import { quietUntil } from "@/lib/rules/notifications/quiet-hours";
import { type DigestFigures, digestFigures, MAX_LISTED } from "./figures";
import { listUnsent } from "./list-unsent";

type DueMember = DigestTimes & {
  caseId: string;
  caseName: string;
  userId: string;
  address: string;
  /** Whether the member wants none about a time in which nothing happened. */
  skipsQuiet: boolean;
  quietFrom: number | null;
  quietTo: number | null;
  quietDays: number[];
  /** Whether emails to the member do not arrive. */
  isUnreachable: boolean;
};

/**
 * Sends the digests that are due. After an outage only the latest day, week or month is sent. Safe to run late, twice, or in
 * several workers at once.
 */
export async function sendDigests(now: Date): Promise<void> {
  // Members of a case with the same zone get the same figures.
  const figures = new Map<string, DigestFigures>();
  for (let newRows: NewRows | null = NO_NEW_ROWS; newRows; ) {
    newRows = await transaction((sql) => sendDigest(sql, now, figures));
    if (newRows) wakeWorkersLater(newRows);
  }
}

/** When the next digest is due; null if no one has chosen one. */
export async function nextDigestDueAt(): Promise<Date | null> {
  const [next] = await query<{ at: Date | null }>("SELECT min(digest_at) AS at FROM members");
  return next?.at ?? null;
}

/** Null if no digest is due. */
async function sendDigest(sql: Sql, now: Date, known: Map<string, DigestFigures>): Promise<NewRows | null> {
  const [member] = await sql<DueMember>(
    `SELECT m.case_id AS "caseId", c.name AS "caseName", m.user_id AS "userId", u.email AS address, m.timezone AS zone,
       m.digest::text AS frequency, m.digest_hour AS hour, m.digest_skips_quiet AS "skipsQuiet",
       m.quiet_from AS "quietFrom", m.quiet_to AS "quietTo", m.quiet_days AS "quietDays",
       ${isMarked("m.case_id", "u.email")} AS "isUnreachable"
     FROM members m JOIN users u ON u.id = m.user_id JOIN cases c ON c.id = m.case_id
     WHERE m.digest_at <= $1 ORDER BY m.digest_at, m.case_id LIMIT 1 FOR UPDATE OF m SKIP LOCKED`,
    [now],
  );
  if (!member) return null;
  const { caseId, caseName, userId, address, zone, frequency, isUnreachable } = member;
  const { start, end } = digestPeriod(member, now);
  const key = `${caseId} ${start.getTime()} ${end.getTime()}`;
  const figures = known.get(key) ?? (await digestFigures(caseId, start, end, now));
  known.set(key, figures);
  await sql("UPDATE members SET digest_at = $3 WHERE case_id = $1 AND user_id = $2", [
    caseId,
    userId,
    nextDigestAt(member, now),
  ]);
  if (isUnreachable) return NO_NEW_ROWS;
  const unsent = await listUnsent({ caseId, address, start, end });
  const isQuiet =
    figures.openCount === 0 && !figures.hasAlerts && figures.noteCount === 0 && unsent.length === 0;
  if (isQuiet && member.skipsQuiet) return NO_NEW_ROWS;
  const facts = {
    ...figures,
    unsent: unsent.slice(0, MAX_LISTED),
    unsentCount: unsent.length,
    caseName,
    frequency,
    zone,
    start,
    end,
    url: `${env.APP_URL}/${caseId}`,
  };
  const newRows = await enqueueEmails(sql, [{ kind: "digest", address, caseId, facts }]);
  return afterQuietHours(sql, member, newRows, now);
}

/** A digest waits for the end of quiet hours. */
async function afterQuietHours(sql: Sql, member: DueMember, newRows: NewRows, now: Date): Promise<NewRows> {
  const { zone, quietFrom: from, quietTo: to, quietDays: days } = member;
  const until = from === null || to === null ? null : quietUntil({ zone, from, to, days }, now);
  if (!until) return newRows;
  await sql("UPDATE emails SET due_at = $2 WHERE id = ANY($1::uuid[])", [newRows.emails, until]);
  return NO_NEW_ROWS;
}
