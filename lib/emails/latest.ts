import { wasOnlyCaptured } from "@/lib/mail/capture";
import { describeCapture } from "@/lib/mail/describe-capture";
import { sendsRealEmail } from "@/lib/mail/provider";
import { pool } from "@/lib/platform/db";

/** The outcome of an email. */
export type EmailState = "sent" | "captured" | "pending" | "gave_up";

type LatestEmail = {
  address: string;
  sentAt: Date | null;
  gaveUpAt: Date | null;
  attempts: { outcome: string; response: string }[];
};

/** The state of the last email of this kind from a case to each of these addresses, by address. */
export async function latestEmails(
  caseId: string,
  kind: "invitation" | "address_confirmation",
  addresses: string[],
): Promise<Map<string, EmailState>> {
  if (addresses.length === 0) return new Map();
  const { rows } = await pool.query<LatestEmail>(
    `SELECT n.address, e.sent_at AS "sentAt", e.gave_up_at AS "gaveUpAt",
       (SELECT coalesce(jsonb_agg(jsonb_build_object('outcome', outcome, 'response', response)), '[]')
        FROM attempts WHERE email_id = e.id) AS attempts
     FROM unnest($3::text[]) AS n(address) CROSS JOIN LATERAL (
       SELECT id, sent_at, gave_up_at FROM emails
       WHERE case_id = $1 AND address = n.address AND kind = $2::email_kind
         AND kind IN ('invitation', 'address_confirmation')
       ORDER BY id DESC LIMIT 1) AS e`,
    [caseId, kind, addresses],
  );
  return new Map(rows.map((row) => [row.address, toEmailState(row)]));
}

function toEmailState({ sentAt, gaveUpAt, attempts }: LatestEmail): EmailState {
  if (sentAt) return wasOnlyCaptured(attempts) ? "captured" : "sent";
  return gaveUpAt ? "gave_up" : "pending";
}

/** Why an email in this state is not delivered, as the end of a sentence. Null if it was sent, or will be. */
export function formatNotSent(state: EmailState | undefined): string | null {
  if (state === "captured" || (state === "pending" && !sendsRealEmail())) return describeCapture();
  return state === "gave_up" ? "not sent: the mail server did not accept it" : null;
}
