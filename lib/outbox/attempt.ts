import { v7 as newId } from "uuid";
import { metrics } from "@/lib/metrics/registry";
import { pool } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { leaseOf, MOST_ATTEMPTS, waitAfter } from "./backoff";

/** What is owed: a notice is one e-mail to one address, a delivery is one request to one webhook. */
export type Debt = "notice" | "delivery";

/** A row that nobody else may try just now, and which try this is. */
export type Claim = { id: string; attempts: number };

/** What came of one try. */
export type Tried = Claim & {
  at: Date;
  /** accepted, rejected, redirect, …: one word for people to tell them apart. */
  outcome: string;
  status: number | null;
  latencyMs: number;
  answer: string;
  accepted: boolean;
  /** Whether trying again would be in vain. */
  final: boolean;
  /** What was said, where it has to be the same with every try. */
  body?: string;
};

const TABLES = {
  notice: {
    table: "notices",
    done: "sent_at",
    // Links in a letter open doors: they are not kept once it is sent.
    keeps: "facts = CASE WHEN NOT (tried.accepted OR tried.gives_up) THEN owed.facts END",
  },
  delivery: {
    table: "deliveries",
    done: "accepted_at",
    keeps: "body = coalesce(owed.body, tried.body)",
  },
} as const;

const MOST_ANSWER = 2_048;

/** In milliseconds, by how often a row was tried before. */
const LEASES = Array.from({ length: MOST_ATTEMPTS }, (_, before) => leaseOf(before + 1));

/**
 * Takes the sole right to try these rows, for a minute or more. Left out are those that are done, not due, somebody
 * else's just now, or were tried often enough without an end.
 */
export async function claim(debt: Debt, ids: string[]): Promise<Claim[]> {
  const { table, done } = TABLES[debt];
  // By the database's clock, which is one for all workers.
  const { rows } = await pool.query<Claim>(
    `UPDATE ${table} SET attempts = attempts + 1,
       due_at = now() + coalesce(($2::float[])[attempts + 1], 0) * interval '1 millisecond',
       gave_up_at = CASE WHEN attempts >= ${MOST_ATTEMPTS} THEN now() END
     WHERE id IN (SELECT id FROM ${table}
                  WHERE id = ANY($1::uuid[]) AND ${done} IS NULL AND gave_up_at IS NULL AND due_at <= now()
                  ORDER BY id FOR UPDATE SKIP LOCKED)
     RETURNING id, attempts`,
    [ids, LEASES],
  );
  return rows.filter(({ attempts }) => attempts <= MOST_ATTEMPTS);
}

/**
 * Records what came of tries. A row is done only when the other side accepted it; else it is due again, or given up.
 * A row that is gone by now is passed over.
 */
export async function recordAttempts(debt: Debt, tried: Tried[]): Promise<void> {
  const { table, done, keeps } = TABLES[debt];
  const chance = Math.random();
  const givesUp = ({ accepted, final, attempts }: Tried) => !accepted && (final || attempts >= MOST_ATTEMPTS);
  const column = <Value>(pick: (one: Tried) => Value) => tried.map(pick);
  await pool.query(
    `WITH tried AS (
       SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::int[], $6::int[], $7::text[],
                            $8::boolean[], $9::boolean[], $10::float[], $11::text[])
         AS n(attempt_id, id, at, outcome, status, latency_ms, answer, accepted, gives_up, wait_ms, body)),
     standing AS (SELECT id FROM ${table} WHERE id IN (SELECT id FROM tried) ORDER BY id FOR NO KEY UPDATE),
     written AS (
       INSERT INTO attempts (id, ${debt}_id, at, outcome, status, latency_ms, answer)
       SELECT attempt_id, id, at, outcome, status, latency_ms, answer FROM tried JOIN standing USING (id))
     UPDATE ${table} AS owed SET ${keeps}, ${done} = CASE WHEN tried.accepted THEN now() END,
       gave_up_at = CASE WHEN tried.accepted THEN NULL WHEN tried.gives_up THEN now() ELSE owed.gave_up_at END,
       due_at = now() + tried.wait_ms * interval '1 millisecond'
     FROM tried WHERE owed.id = tried.id AND owed.id IN (SELECT id FROM standing) AND owed.${done} IS NULL`,
    [
      column(() => newId()),
      column(({ id }) => id),
      column(({ at }) => at),
      column(({ outcome }) => outcome),
      column(({ status }) => status),
      column(({ latencyMs }) => Math.round(latencyMs)),
      column(({ answer }) => answer.replaceAll("\0", "").slice(0, MOST_ANSWER)),
      column(({ accepted }) => accepted),
      column(givesUp),
      column(({ attempts }) => waitAfter(attempts, chance)),
      column(({ body = null }) => body),
    ],
  );
  for (const one of tried) note(debt, one);
}

function note(debt: Debt, { id, attempts, outcome, status, latencyMs, accepted }: Tried) {
  metrics.attempts.inc({ debt, outcome });
  metrics.attemptSeconds.observe({ debt }, latencyMs / 1_000);
  log[accepted ? "debug" : "info"]({ [debt]: id, attempts, outcome, status, latencyMs }, "tried to send");
}

/** Of a try that came to nothing by a fault of ours: like any other that failed, and seen as what it was. */
export const faultOf = (claimed: Claim): Tried => ({
  ...claimed,
  at: new Date(),
  outcome: "fault",
  status: null,
  latencyMs: 0,
  answer: "",
  accepted: false,
  final: false,
});

/** Gives rows back that were not tried after all: it does not count, and they are due again after the wait. */
export async function postpone(debt: Debt, ids: string[], waitMs: number): Promise<void> {
  await pool.query(
    `UPDATE ${TABLES[debt].table} SET attempts = attempts - 1, due_at = now() + $2 * interval '1 millisecond'
     WHERE id = ANY($1::uuid[]) AND attempts > 0`,
    [ids, waitMs],
  );
}
