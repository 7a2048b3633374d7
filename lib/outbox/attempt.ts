import { v7 as newId } from "uuid";
import { pool, transaction } from "@/lib/db";
import { log } from "@/lib/log";
import { metrics } from "@/lib/metrics/registry";
import { LEASE_MS, MOST_ATTEMPTS, waitAfter } from "./retry";

/** What is owed: a notice is one e-mail to one address, a delivery is one request to one webhook. */
export type Debt = "notice" | "delivery";

/** What came of one try. */
export type Tried = {
  outcome: string;
  status: number | null;
  latencyMs: number;
  answer: string;
  accepted: boolean;
  /** Whether trying again would be in vain. */
  final: boolean;
};

const TABLES = {
  // Links in a letter open doors: they are not kept once it is sent.
  notice: { table: "notices", done: "sent_at", forgets: ", facts = CASE WHEN NOT ($2 OR $3) THEN facts END" },
  delivery: { table: "deliveries", done: "accepted_at", forgets: "" },
} as const;

/**
 * Takes the sole right to try this row for a minute: null when it is done, not due, somebody else's just now, or was
 * tried often enough without an end. Returns which try it is.
 */
export async function claim(debt: Debt, id: string): Promise<number | null> {
  const { table, done } = TABLES[debt];
  // By the database's clock, which is one for all workers.
  const { rows } = await pool.query<{ attempts: number }>(
    `UPDATE ${table} SET attempts = attempts + 1, due_at = now() + $2 * interval '1 millisecond',
       gave_up_at = CASE WHEN attempts >= ${MOST_ATTEMPTS} THEN now() END
     WHERE id = $1 AND ${done} IS NULL AND gave_up_at IS NULL AND due_at <= now() RETURNING attempts`,
    [id, LEASE_MS],
  );
  const attempts = rows[0]?.attempts ?? null;
  return attempts !== null && attempts <= MOST_ATTEMPTS ? attempts : null;
}

/** Records what came of a try. The row is done only when the other side accepted it; else it is due again, or given up. */
export async function recordAttempt(
  debt: Debt,
  id: string,
  attempts: number,
  at: Date,
  tried: Tried,
): Promise<void> {
  const { table, done, forgets } = TABLES[debt];
  const givesUp = !tried.accepted && (tried.final || attempts >= MOST_ATTEMPTS);
  await transaction(async (sql) => {
    await sql(
      `INSERT INTO attempts (id, ${debt}_id, at, outcome, status, latency_ms, answer) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [newId(), id, at, tried.outcome, tried.status, tried.latencyMs, tried.answer.replaceAll("\0", "")],
    );
    await sql(
      `UPDATE ${table} SET ${done} = CASE WHEN $2 THEN now() END, gave_up_at = CASE WHEN $3 THEN now() END,
         due_at = now() + $4 * interval '1 millisecond'${forgets}
       WHERE id = $1 AND ${done} IS NULL`,
      [id, tried.accepted, givesUp, waitAfter(attempts, Math.random())],
    );
  });
  const { outcome, status, latencyMs } = tried;
  metrics.attempts.inc({ debt, outcome });
  metrics.attemptSeconds.observe({ debt }, latencyMs / 1_000);
  log[tried.accepted ? "debug" : "info"](
    { [debt]: id, attempts, outcome, status, latencyMs },
    "tried to send",
  );
}
