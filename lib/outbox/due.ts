import { pool } from "@/lib/platform/db";

/** How many rows of a kind one look finds, and how many of them belong to one case or webhook. */
const MOST = 5_000;
const MOST_OF_ONE = 500;

type Due = { notices: { id: string }[]; deliveries: { id: string; webhookId: string; failures: number }[] };

/**
 * What is owed and due by now, in turns, so that whoever is owed thousands keeps nobody else waiting. Workers look for it
 * every few seconds: a bell that was lost loses nothing.
 */
export async function listDue(): Promise<Due> {
  const notices = await pool.query<Due["notices"][number]>(
    `${inTurns("notices", "sent_at", "case_id")} SELECT id FROM due ORDER BY turn, due_at LIMIT ${MOST}`,
  );
  const deliveries = await pool.query<Due["deliveries"][number]>(
    `${inTurns("deliveries", "accepted_at", "webhook_id")}
     SELECT due.id, w.id AS "webhookId", w.failures FROM due JOIN webhooks w ON w.id = whose
     ORDER BY turn, due_at LIMIT ${MOST}`,
  );
  return { notices: notices.rows, deliveries: deliveries.rows };
}

const inTurns = (table: string, done: string, whose: string) => `
  WITH due AS (SELECT * FROM (
    SELECT id, due_at, ${whose} AS whose, row_number() OVER (PARTITION BY ${whose} ORDER BY due_at) AS turn FROM ${table}
    WHERE ${done} IS NULL AND gave_up_at IS NULL AND due_at <= now()) AS owed
  WHERE turn <= ${MOST_OF_ONE})`;
