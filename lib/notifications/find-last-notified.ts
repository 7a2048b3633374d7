import { onlyCaptured } from "@/lib/mail/capture";
import { sendsRealEmail } from "@/lib/mail/provider";
import type { Sql } from "@/lib/platform/db";

type Recipient = { snitchId: string; address: string };

export const buildRecipientKey = ({ snitchId, address }: Recipient) => `${snitchId} ${address}`;

/**
 * When each address was last emailed about an alert of the snitch. An email that was given up does not count, and neither does
 * a captured one, once a mail server is set up. By `buildRecipientKey`.
 */
export async function findLastNotified(sql: Sql, recipients: Recipient[]): Promise<Map<string, Date>> {
  if (recipients.length === 0) return new Map();
  const rows = await sql<{ key: string; at: Date }>(
    `SELECT n.snitch_id || ' ' || n.address AS key, latest.at
     FROM unnest($1::uuid[], $2::text[]) AS n(snitch_id, address) CROSS JOIN LATERAL (
       SELECT a.at FROM emails e JOIN alerts a ON a.id = e.alert_id
       LEFT JOIN emails summary ON summary.id = e.summary_id
       WHERE e.snitch_id = n.snitch_id AND e.address = n.address AND e.gave_up_at IS NULL
         AND summary.gave_up_at IS NULL AND ($3 OR NOT ${onlyCaptured("coalesce(e.summary_id, e.id)")})
       ORDER BY e.id DESC LIMIT 1) AS latest`,
    [recipients.map(({ snitchId }) => snitchId), recipients.map(({ address }) => address), !sendsRealEmail()],
  );
  return new Map(rows.map(({ key, at }) => [key, at]));
}
