import { pool } from "@/lib/db";
import { log } from "@/lib/log";
import { type Queues, queues } from "@/lib/queue";
import type { Owed } from "./owed";

/** How many rows one look for owed rows rings for. */
const MOST = 5_000;

/** How many rows of one transaction are rung for at once: the queue need not hold what its workers cannot take yet. */
const MOST_AT_ONCE = 500;

/**
 * Rings the bell for rows that were just committed. Never fails and is never waited for: rows beyond a few hundred, and
 * those whose bell is lost, have their turn with `ringOwed`.
 */
export function ringLater({ notices, deliveries }: Owed): void {
  const first = (ids: string[]) => ids.slice(0, MOST_AT_ONCE);
  Promise.all([
    queues().ring("notices", first(notices)),
    queues().ring("deliveries", first(deliveries)),
  ]).catch((fault: Error) => log.warn({ fault: fault.message }, "the bell was lost; the outbox rings again"));
}

/** Rings for rows that are still owed and due by now. Safe to run at any time and in several workers. */
export async function ringOwed(bell: Queues): Promise<void> {
  // In turns, so that whoever is owed thousands keeps nobody else waiting.
  const due = async (table: "notices" | "deliveries", done: string, whose: string) => {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id FROM (
         SELECT id, due_at, row_number() OVER (PARTITION BY ${whose} ORDER BY due_at) AS turn FROM ${table}
         WHERE ${done} IS NULL AND gave_up_at IS NULL AND due_at <= now()) AS owed
       ORDER BY turn, due_at LIMIT ${MOST}`,
    );
    return rows.map(({ id }) => id);
  };
  await bell.ring("notices", await due("notices", "sent_at", "case_id"));
  await bell.ring("deliveries", await due("deliveries", "accepted_at", "webhook_id"));
}
