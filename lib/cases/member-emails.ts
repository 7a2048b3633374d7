import { type Actor, changesBetween, recordEvents } from "@/lib/audit/record";
import { recheckHeld } from "@/lib/outbox/recheck-held";
import { wakeTimersIfSoon } from "@/lib/outbox/wake-timers";
import { db, type Sql, transaction } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/refusal";
import { type DigestFrequency, nextDigestAt } from "@/lib/rules/notifications/digest-period";
import type { EmailFrequency } from "@/lib/rules/notifications/email-frequency";
import { formatClock, formatQuietHours } from "@/lib/rules/notifications/format-quiet-hours";
import { type QuietHours, quietUntil } from "@/lib/rules/notifications/quiet-hours";

/** Which emails of a case a member gets, and when. */
export type MemberEmails = {
  /** Null means the frequency of the case. */
  frequency: EmailFrequency | null;
  /** The zone of the quiet hours and the digest. */
  zone: string;
  quiet: Omit<QuietHours, "zone"> | null;
  digest: DigestFrequency | null;
  /** The hour at which it arrives. */
  digestHour: number;
  /** Whether none arrives about a time in which nothing happened. */
  digestSkipsQuiet: boolean;
};

type MemberRow = {
  emailFrequency: EmailFrequency | null;
  timezone: string;
  quietFrom: number | null;
  quietTo: number | null;
  quietDays: number[];
  digest: DigestFrequency | null;
  digestHour: number;
  digestSkipsQuiet: boolean;
};

const toMemberEmails = ({
  emailFrequency,
  timezone,
  quietFrom,
  quietTo,
  quietDays,
  digest,
  digestHour,
  digestSkipsQuiet,
}: MemberRow): MemberEmails => ({
  frequency: emailFrequency,
  zone: timezone,
  quiet: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo, days: quietDays },
  digest,
  digestHour,
  digestSkipsQuiet,
});

/** The choices of a member. Null if the user is not a member. */
export async function findMemberEmails(caseId: string, userId: string): Promise<MemberEmails | null> {
  const member = await db.member.findUnique({ where: { caseId_userId: { caseId, userId } } });
  return member && toMemberEmails(member);
}

/** Sets which emails the acting member gets. What waits for the end of quiet hours then waits for the end of the new ones. */
export async function changeMemberEmails(
  caseId: string,
  userId: string,
  changes: MemberEmails,
  by: Actor,
  now: Date,
): Promise<void> {
  await transaction(async (sql) => {
    const [row] = await sql<MemberRow & { email: string }>(
      `SELECT u.email, m.email_frequency::text AS "emailFrequency", m.timezone, m.quiet_from AS "quietFrom",
         m.quiet_to AS "quietTo", m.quiet_days AS "quietDays", m.digest::text AS digest,
         m.digest_hour AS "digestHour", m.digest_skips_quiet AS "digestSkipsQuiet"
       FROM members m JOIN users u ON u.id = m.user_id WHERE m.case_id = $1 AND m.user_id = $2 FOR UPDATE OF m`,
      [caseId, userId],
    );
    if (!row) throw notFound("member");
    const facts = changesBetween(toFacts(toMemberEmails(row)), toFacts(changes));
    if (Object.keys(facts).length === 0) return;
    const { frequency, zone, quiet, digest, digestHour: hour, digestSkipsQuiet } = changes;
    const isSameDigest = digest === row.digest && zone === row.timezone && hour === row.digestHour;
    await sql(
      `UPDATE members SET email_frequency = $3::email_frequency, timezone = $4, quiet_from = $5, quiet_to = $6,
         quiet_days = $7, digest = $8::digest_frequency, digest_at = CASE WHEN $10 THEN digest_at ELSE $9 END,
         digest_hour = $11, digest_skips_quiet = $12
       WHERE case_id = $1 AND user_id = $2`,
      [
        caseId,
        userId,
        frequency,
        zone,
        quiet?.from ?? null,
        quiet?.to ?? null,
        quiet?.days ?? [],
        digest,
        digest && nextDigestAt({ frequency: digest, zone, hour }, now),
        isSameDigest,
        hour,
        digestSkipsQuiet,
      ],
    );
    if ("quiet_hours" in facts) {
      await reschedule(sql, caseId, row.email, quiet && { ...quiet, zone }, now);
      await recheckHeld(sql, "case_id = $1 AND user_id = $2", [caseId, userId]);
    }
    await recordEvents(sql, caseId, by, [
      { action: "recipient.changed", resource: { id: row.email, name: row.email }, facts },
    ]);
  });
}

const toFacts = ({ frequency, zone, quiet, digest, digestHour, digestSkipsQuiet }: MemberEmails) => ({
  frequency,
  quiet_hours: quiet && formatQuietHours({ ...quiet, zone }),
  digest:
    digest &&
    `${digest}, ${zone}, ${formatClock(digestHour * 60)}${digestSkipsQuiet ? ", if something happened" : ""}`,
});

/** Emails that wait are due when the member’s present quiet hours end. */
async function reschedule(sql: Sql, caseId: string, address: string, quiet: QuietHours | null, now: Date) {
  const until = (quiet && quietUntil(quiet, now)) ?? now;
  await sql(
    `UPDATE emails SET due_at = $3 WHERE case_id = $1 AND lower(address) = $2 AND held_for = 'quiet_hours'
       AND sent_at IS NULL AND gave_up_at IS NULL`,
    [caseId, address, until],
  );
  await wakeTimersIfSoon(sql, "summaries", [until], now);
}
