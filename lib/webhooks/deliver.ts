import { Webhook as Signer } from "standardwebhooks";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { claim, recordAttempt, type Tried } from "@/lib/outbox/attempt";
import packageJson from "@/package.json" with { type: "json" };
import { eventOf } from "./event";
import { type Answer, post } from "./post";

const TOLD = { token: true, name: true, notes: true, tags: true };

/**
 * Tries to deliver one alert to one webhook, if that is still owed and due. Safe to call at any time and twice.
 * What the target does wrong is recorded and tried again later; only our own faults throw.
 */
export async function deliver(id: string): Promise<void> {
  const attempts = await claim("delivery", id);
  if (attempts === null) return;
  const delivery = await db.delivery.findUnique({
    where: { id },
    select: {
      alert: { select: { kind: true, from: true, to: true, at: true, snitch: { select: TOLD } } },
      webhook: { select: { url: true, secret: true } },
    },
  });
  if (!delivery) return;

  const { alert, webhook } = delivery;
  const body = JSON.stringify(eventOf(alert, alert.snitch));
  const at = new Date();
  const answer = await post({
    url: new URL(webhook.url),
    body,
    headers: headersFor(id, webhook.secret, body, at),
    allowPrivate: env.ALLOW_PRIVATE_TARGETS,
  });
  await recordAttempt("delivery", id, attempts, at, triedOf(answer, Date.now() - at.getTime()));
}

/** The delivery's id goes with every try, so that a receiver can drop a repeat. */
function headersFor(id: string, secret: string, body: string, at: Date): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "User-Agent": `Tattle/${packageJson.version} (+${env.APP_URL})`,
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Signer(secret).sign(id, at, body),
  };
}

function triedOf(answer: Answer, latencyMs: number): Tried {
  const { text } = answer;
  if (answer.kind === "unreachable") {
    return { outcome: answer.reason, status: null, latencyMs, answer: text, accepted: false, final: false };
  }
  const { kind, status } = answer;
  return { outcome: kind, status, latencyMs, answer: text, accepted: kind === "accepted", final: false };
}
