import { metrics } from "@/lib/metrics/registry";
import { type Column, decoded, listLiteral, rowsFrom } from "@/lib/platform/columns";
import { pool, query } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { newId } from "@/lib/platform/new-id";
import { backoffMs, leaseMs, MAX_ATTEMPTS } from "./backoff";
import { beginAttempts, endAttempts } from "./leases";
import { wakeTimersIfSoon } from "./wake-timers";

/** An outbox row is an email to one address, or a delivery to one webhook. */
export type OutboxKind = "email" | "delivery";

/** The sole right to attempt a row. `attempts` counts this attempt. */
export type Lease = { id: string; attempts: number };

/** The result of one attempt. */
export type AttemptResult = Lease & {
  at: Date;
  /** accepted, rejected, redirect, or why the server was not reached. */
  outcome: string;
  /** The status of the response, if there was one. */
  status: number | null;
  latencyMs: number;
  /** The beginning of the response. */
  response: string;
  accepted: boolean;
  /** Whether it was kept in the outbox page instead of sent; metrics count these separately. */
  isCaptured?: boolean;
  /** Whether another attempt would be useless. */
  isFinal: boolean;
  /** What a delivery sends, which must be the same in every attempt. */
  body?: string;
  /** How many of the requests of a delivery were accepted; absent if it is one request. */
  sentRequests?: number;
  /** How long to wait instead of the usual backoff. */
  waitMs?: number;
  /** Whether the receiver only asked to wait. It does not count as an attempt in the first day. */
  isLimited?: boolean;
};

const TABLES = {
  email: {
    table: "emails",
    done: "sent_at",
    // A held email is sent in one email with others.
    isSendable: "held_for IS NULL",
    // The data contains secret links, so it is deleted once the email is sent or given up.
    update: "facts = CASE WHEN NOT (n.accepted OR n.gives_up) THEN o.facts END",
    returned: "",
  },
  delivery: {
    table: "deliveries",
    done: "accepted_at",
    // A held delivery waits for its channel's hours.
    isSendable: "NOT is_held",
    update: `body = coalesce(o.body, n.body), sending_since = NULL,
      sent_requests = coalesce(n.sent_requests, o.sent_requests),
      attempts = o.attempts - (n.is_limited AND o.created_at > now() - interval '1 day' AND o.attempts > 0)::int`,
    returned: ", sending_since = NULL",
  },
} as const;

const MAX_RESPONSE_CHARACTERS = 2_048;

/** Lease durations in milliseconds, by the number of earlier attempts. */
const LEASES_MS = Array.from({ length: MAX_ATTEMPTS }, (_, before) => leaseMs(before + 1));

/**
 * Leases these rows: a new one for a few seconds, which `startRenewing` prolongs while it is attempted, and others for a minute or
 * more. Skips rows that are done, not due, or leased by another worker, and gives up those that used all attempts.
 */
export async function leaseRows(kind: OutboxKind, ids: string[]): Promise<Lease[]> {
  const { table, done, isSendable } = TABLES[kind];
  // Uses the database's clock, which all workers share.
  const { rows } = await pool.query<Lease>(
    `UPDATE ${table} SET attempts = attempts + 1,
       due_at = now() + coalesce(($2::float[])[attempts + 1], 0) * interval '1 millisecond',
       gave_up_at = CASE WHEN attempts >= ${MAX_ATTEMPTS} THEN now() END
     WHERE id IN (SELECT id FROM ${table}
                  WHERE id = ANY($1::uuid[]) AND ${done} IS NULL AND gave_up_at IS NULL AND due_at <= now()
                    AND ${isSendable}
                  ORDER BY id FOR UPDATE SKIP LOCKED)
     RETURNING id, attempts`,
    [ids, LEASES_MS],
  );
  beginAttempts(
    TABLES[kind],
    rows.flatMap(({ id, attempts }) => (attempts === 1 ? id : [])),
  );
  return rows.filter(({ attempts }) => attempts <= MAX_ATTEMPTS);
}

const isGivenUp = ({ accepted, isFinal, isLimited, attempts }: AttemptResult) =>
  !accepted && (isFinal || (attempts >= MAX_ATTEMPTS && !isLimited));

const RESULT: Column<AttemptResult>[] = [
  ["attempt_id", "uuid", () => newId()],
  ["id", "uuid", ({ id }) => id],
  ["at", "time", ({ at }) => at],
  ["outcome", "text", ({ outcome }) => outcome],
  ["status", "int", ({ status }) => status],
  ["latency_ms", "int", ({ latencyMs }) => Math.round(latencyMs)],
  [
    "response",
    "text",
    ({ response }) => response.replaceAll("\0", "").slice(0, MAX_RESPONSE_CHARACTERS).toWellFormed(),
  ],
  ["accepted", "bool", ({ accepted }) => accepted],
  ["gives_up", "bool", isGivenUp],
  ["body", "text", ({ body }) => body],
  ["sent_requests", "int", ({ sentRequests }) => sentRequests],
  ["is_limited", "bool", ({ isLimited }) => isLimited ?? false],
];

/**
 * Records the results of attempts. A row is done only if the server accepted it; otherwise it is due again after a backoff,
 * or given up. Rows that were deleted meanwhile are skipped.
 */
export async function recordAttempts(kind: OutboxKind, results: AttemptResult[]): Promise<void> {
  const { table, done, update } = TABLES[kind];
  // One random number for all, so that emails of one batch are due again together.
  const random = Math.random();
  const columns: Column<AttemptResult>[] = [
    ...RESULT,
    ["wait_ms", "int", ({ attempts, waitMs }) => waitMs ?? backoffMs(attempts, random)],
  ];
  await pool.query(
    `WITH n AS (SELECT * FROM ${rowsFrom(columns)}),
     existing AS (SELECT id FROM ${table} WHERE id IN (SELECT id FROM n) ORDER BY id FOR NO KEY UPDATE),
     recorded AS (
       INSERT INTO attempts (id, ${kind}_id, at, outcome, status, latency_ms, response)
       SELECT attempt_id, id, ${decoded("at", "time")}, outcome, status, latency_ms, response
       FROM n JOIN existing USING (id))
     UPDATE ${table} AS o SET ${update}, ${done} = CASE WHEN n.accepted THEN now() END,
       gave_up_at = CASE WHEN n.accepted THEN NULL WHEN n.gives_up THEN now() ELSE o.gave_up_at END,
       due_at = now() + n.wait_ms * interval '1 millisecond'
     FROM n WHERE o.id = n.id AND o.id IN (SELECT id FROM existing) AND o.${done} IS NULL`,
    columns.map(([, type, value]) => listLiteral(type, results.map(value))),
  );
  endAttempts(results.map(({ id }) => id));
  for (const result of results) reportResult(kind, result);
  await wakeAfter(
    results.flatMap(({ accepted, waitMs }) => (accepted || waitMs === undefined ? [] : waitMs)),
  );
}

/**
 * Has workers look again in time for rows that are due after these times. The usual backoff is longer than they sleep. Never
 * fails, because what was recorded must not be recorded again.
 */
async function wakeAfter(waitsMs: number[]): Promise<void> {
  const now = new Date();
  const instants = waitsMs.map((ms) => new Date(now.getTime() + ms));
  await wakeTimersIfSoon(query, "outbox", instants, now).catch(() => {});
}

function reportResult(
  kind: OutboxKind,
  { id, attempts, outcome, status, latencyMs, accepted, isCaptured }: AttemptResult,
) {
  metrics.attempts.inc({ kind, outcome: isCaptured ? "captured" : outcome });
  metrics.attemptSeconds.observe({ kind }, latencyMs / 1_000);
  log[accepted ? "debug" : "info"]({ [kind]: id, attempts, outcome, status, latencyMs }, "attempted to send");
}

/** The result of an attempt that failed because of a bug of Tattle. It is retried like any other failure. */
export const internalError = (lease: Lease): AttemptResult => withoutResponse(lease, "internal_error");

/** The result of an attempt that ended without a response. It is retried. */
export const withoutResponse = (lease: Lease, outcome: string): AttemptResult => ({
  ...lease,
  at: new Date(),
  outcome,
  status: null,
  latencyMs: 0,
  response: "",
  accepted: false,
  isFinal: false,
});

/** Returns leased rows that were not attempted after all. They are due again after the wait. */
export async function postpone(kind: OutboxKind, ids: string[], waitMs: number): Promise<void> {
  const { table, returned } = TABLES[kind];
  await pool.query(
    `UPDATE ${table} SET attempts = attempts - 1, due_at = now() + $2 * interval '1 millisecond'${returned}
     WHERE id = ANY($1::uuid[]) AND attempts > 0`,
    [ids, waitMs],
  );
  endAttempts(ids);
  await wakeAfter([waitMs]);
}
