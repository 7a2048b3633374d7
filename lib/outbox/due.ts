import { pool } from "@/lib/platform/db";

/** One poll finds at most this many e-mails and this many deliveries. */
const MAX_ROWS = 5_000;
/** At most this many of them belong to one case or webhook. */
const MAX_ROWS_PER_GROUP = 500;

type DueRows = {
  emails: { id: string }[];
  deliveries: { id: string; webhookId: string; failures: number }[];
};

/**
 * The rows that are pending and due, round-robin over cases or webhooks, so that one with thousands of rows delays no
 * other. Workers poll this every few seconds, so a lost wake-up loses nothing.
 */
export async function listDue(): Promise<DueRows> {
  const emails = await pool.query<DueRows["emails"][number]>(
    `${roundRobin("emails", "sent_at", "case_id")} SELECT id FROM due ORDER BY turn, due_at LIMIT ${MAX_ROWS}`,
  );
  const deliveries = await pool.query<DueRows["deliveries"][number]>(
    `${roundRobin("deliveries", "accepted_at", "webhook_id")}
     SELECT due.id, w.id AS "webhookId", w.failures FROM due JOIN webhooks w ON w.id = due.group_id
     ORDER BY turn, due_at LIMIT ${MAX_ROWS}`,
  );
  return { emails: emails.rows, deliveries: deliveries.rows };
}

/** `due`: the due rows of a table, where `turn` numbers the rows of each group. */
const roundRobin = (table: string, doneAt: string, group: string) => `
  WITH due AS (SELECT * FROM (
    SELECT id, due_at, ${group} AS group_id, row_number() OVER (PARTITION BY ${group} ORDER BY due_at) AS turn
    FROM ${table} WHERE ${doneAt} IS NULL AND gave_up_at IS NULL AND due_at <= now()) AS pending
  WHERE turn <= ${MAX_ROWS_PER_GROUP})`;
