import { createHmac } from "node:crypto";
import { query } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { openOutageLog } from "@/lib/platform/log-outage";
import { MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import type { PresentedEvent } from "./present";
import { SETTLED_BEFORE, timeOfId } from "./settled";

const TIMEOUT_MS = 10 * SECOND_MS;
/** How long a worker that has begun an attempt keeps the others from it. */
const LEASE_MS = MINUTE_MS;
const MAX_WAIT_MS = 5 * MINUTE_MS;
const BATCH_SIZE = 100;

const receiving = openOutageLog({
  failing: "the webhook for audit events does not accept them",
  working: "the webhook for audit events accepts them again",
});

type Target = { url: string; secret: string };
type Waiting = { id: string; event: PresentedEvent };

const configured = (): Target | null =>
  env.AUDIT_WEBHOOK_URL && env.AUDIT_WEBHOOK_SECRET
    ? { url: env.AUDIT_WEBHOOK_URL, secret: env.AUDIT_WEBHOOK_SECRET }
    : null;

/** When events have to be sent next; null if none wait. */
export async function nextAuditEventAt(): Promise<Date | null> {
  if (!configured()) return null;
  const [row] = await query<{ at: Date }>(
    `SELECT greatest((SELECT next_at FROM audit_webhook), now()) AS at
     WHERE EXISTS (SELECT FROM audit_outbox o WHERE ${timeOfId("o.id")} < ${SETTLED_BEFORE})`,
  );
  return row?.at ?? null;
}

/**
 * Sends the events that wait, one after another in their order, until one is not accepted. It is tried again later, and those after it
 * wait: no one reads a log with gaps. Safe in several workers: one has the lease. An event is sent twice if a worker ends between its
 * acceptance and the deletion of its row.
 */
export async function sendAuditEvents(target = configured()): Promise<void> {
  if (!target) return;
  while (await takeLease()) {
    const waiting = await listWaiting();
    for (const each of waiting) {
      const problem = await send(each, target);
      if (problem !== null) {
        receiving.failed({ host: new URL(target.url).host, error: problem });
        return putOff();
      }
      receiving.worked();
      await query(
        `WITH sent AS (DELETE FROM audit_outbox WHERE id = $1) UPDATE audit_webhook SET failures = 0, next_at = ${LATER}`,
        [each.id],
      );
    }
    await query("UPDATE audit_webhook SET next_at = now()");
    if (waiting.length < BATCH_SIZE) return;
  }
}

const LATER = `now() + ${LEASE_MS} * interval '1 millisecond'`;

/** The later attempt of a failed event is also a lease, so one column is enough for both. By the database’s clock. */
async function takeLease(): Promise<boolean> {
  const rows = await query(
    `INSERT INTO audit_webhook (next_at) VALUES (${LATER})
     ON CONFLICT (id) DO UPDATE SET next_at = EXCLUDED.next_at WHERE audit_webhook.next_at <= now() RETURNING id`,
  );
  return rows.length > 0;
}

const listWaiting = () =>
  query<Waiting>(
    `SELECT id, event FROM audit_outbox WHERE ${timeOfId("id")} < ${SETTLED_BEFORE} ORDER BY id LIMIT ${BATCH_SIZE}`,
  );

/** Each wait is three times as long as the previous one, from ten seconds to five minutes. It is never given up. */
async function putOff(): Promise<void> {
  await query(
    `UPDATE audit_webhook SET failures = failures + 1,
       next_at = now() + least($1::float, 10000 * 3 ^ least(failures, 10)) * interval '1 millisecond'`,
    [MAX_WAIT_MS],
  );
}

/** Why an event was not accepted; null if it was. */
async function send({ id, event }: Waiting, { url, secret }: Target): Promise<string | null> {
  const body = JSON.stringify({ type: `audit.${event.action}`, timestamp: event.at, data: event });
  const timestamp = Math.floor(Date.now() / SECOND_MS);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": sign(secret, `${id}.${timestamp}.${body}`),
      },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok ? null : `it responded ${response.status}`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** As Standard Webhooks has it. */
const sign = (secret: string, content: string) =>
  `v1,${createHmac("sha256", Buffer.from(secret.replace(/^whsec_/, ""), "base64"))
    .update(content)
    .digest("base64")}`;
