import type { SnitchEmail } from "@/lib/emails/enqueue";
import { onlyCaptured } from "@/lib/mail/capture";
import { sendsRealEmail } from "@/lib/mail/provider";
import type { Sql } from "@/lib/platform/db";
import type { ChosenRecipient } from "@/lib/rules/choose-recipients";
import { isEmailed, isRepeat, type RepeatableAlert } from "@/lib/rules/email-frequency";

export type EmailDraft = SnitchEmail & ChosenRecipient & { alert?: RepeatableAlert };

/** Leaves out repeated missing alerts as far as their recipients want fewer. */
export async function withoutRepeats<Draft extends EmailDraft>(sql: Sql, drafts: Draft[]): Promise<Draft[]> {
  const limited = drafts.filter(
    ({ alert, frequency, skipReason }) =>
      alert && isRepeat(alert) && frequency !== "every" && skipReason === null,
  );
  if (limited.length === 0) return drafts;
  const told = await lastTold(sql, limited);
  return drafts.filter(
    (draft) => !draft.alert || isEmailed(draft.frequency, draft.alert, told.get(keyOf(draft)) ?? null),
  );
}

const keyOf = ({ snitch, address }: EmailDraft) => `${snitch.id} ${address}`;

/**
 * When each address was last e-mailed about an alert of the snitch. An e-mail that was given up does not count, and neither does
 * a captured one, once a mail server is set up.
 */
async function lastTold(sql: Sql, drafts: EmailDraft[]): Promise<Map<string, Date>> {
  const rows = await sql<{ key: string; at: Date }>(
    `SELECT n.snitch_id || ' ' || n.address AS key, told.at
     FROM unnest($1::uuid[], $2::text[]) AS n(snitch_id, address) CROSS JOIN LATERAL (
       SELECT a.at FROM emails e JOIN alerts a ON a.id = e.alert_id
       LEFT JOIN emails summary ON summary.id = e.summary_id
       WHERE e.snitch_id = n.snitch_id AND e.address = n.address AND e.gave_up_at IS NULL
         AND summary.gave_up_at IS NULL AND ($3 OR NOT ${onlyCaptured("coalesce(e.summary_id, e.id)")})
       ORDER BY e.id DESC LIMIT 1) AS told`,
    [drafts.map(({ snitch }) => snitch.id), drafts.map(({ address }) => address), !sendsRealEmail()],
  );
  return new Map(rows.map(({ key, at }) => [key, at]));
}
