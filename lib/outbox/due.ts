import { pool } from "@/lib/platform/db";

/** How many rows of a kind one poll finds, and how many of them may belong to one case or webhook. */
const MAX_ROWS = 5_000;
const MAX_PER_OWNER = 500;

type Due = { emails: { id: string }[]; deliveries: { id: string; webhookId: string; failures: number }[] };

/**
 * The rows that are pending and due, round-robin over cases or webhooks, so that one with thousands of rows delays no
 * other. Workers poll this every few seconds, so a lost wake-up loses nothing.
 */
export async function listDue(): Promise<Due> {
  const emails = await pool.query<Due["emails"][number]>(
    `${roundRobin("emails", "sent_at", "case_id")} SELECT id FROM due ORDER BY turn, due_at LIMIT ${MAX_ROWS}`,
  );
  const deliveries = await pool.query<Due["deliveries"][number]>(
    `${roundRobin("deliveries", "accepted_at", "webhook_id")}
     SELECT due.id, w.id AS "webhookId", w.failures FROM due JOIN webhooks w ON w.id = due.owner_id
     ORDER BY turn, due_at LIMIT ${MAX_ROWS}`,
  );
  return { emails: emails.rows, deliveries: deliveries.rows };
}

const roundRobin = (table: string, done: string, owner: string) => `
  WITH due AS (SELECT * FROM (
    SELECT id, due_at, ${owner} AS owner_id, row_number() OVER (PARTITION BY ${owner} ORDER BY due_at) AS turn
    FROM ${table} WHERE ${done} IS NULL AND gave_up_at IS NULL AND due_at <= now()) AS pending
  WHERE turn <= ${MAX_PER_OWNER})`;
