import { pool } from "@/lib/platform/db";

/** A failed attempt to send an email, of any case. */
export type EmailFailure = {
  id: string;
  at: Date;
  address: string;
  outcome: string;
  status: number | null;
  /** The beginning of the provider's response. */
  response: string;
  /** The outcome of the email since. */
  state: "retrying" | "gave_up" | "done";
};

const MAX_LISTED = 20;

/** The last failed attempts to send emails, newest first, for the operator. */
export async function listEmailFailures(): Promise<EmailFailure[]> {
  const { rows } = await pool.query<EmailFailure>(
    `SELECT a.id, a.at, e.address, a.outcome, a.status, a.response,
       CASE WHEN e.gave_up_at IS NOT NULL THEN 'gave_up' WHEN e.sent_at IS NULL THEN 'retrying' ELSE 'done' END AS state
     FROM attempts a JOIN emails e ON e.id = a.email_id
     WHERE a.email_id IS NOT NULL AND a.outcome <> 'accepted'
     ORDER BY a.id DESC LIMIT ${MAX_LISTED}`,
  );
  return rows;
}
