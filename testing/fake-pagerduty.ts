import { createHmac, randomUUID } from "node:crypto";
import { aReceiver } from "./receiver";

export const WEBHOOK_SECRET = "uXwjPM0qDPVfkyDdYAhtG8Wm0nQIDkJdPbsXd8Vn";

/** A request of PagerDuty's webhooks (version 3), signed as its documentation says. */
export type Hook = { body: string; headers: Record<string, string> };

export const sign = (body: string, secret = WEBHOOK_SECRET) =>
  `v1=${createHmac("sha256", secret).update(body).digest("hex")}`;

export const ANN = { id: "PLH1HKV", type: "user_reference", summary: "Ann Lee" };
export const EVENTS_API = { id: "PXMQRWJ", type: "inbound_integration_reference", summary: "Events API V2" };

type Event = { agent?: object | null; at?: Date; id?: string; resolve_reason?: object | null };

/** What PagerDuty sends about an incident. */
export function aHook(type: string, incident_key: string, event: Event = {}): Hook {
  const { agent = ANN, at = new Date(), id = randomUUID(), resolve_reason = null } = event;
  const data = { id: "PGR0VU2", type: "incident", number: 2, incident_key, resolve_reason };
  const occurred_at = at.toISOString();
  const body = JSON.stringify({
    event: { id, event_type: type, resource_type: "incident", occurred_at, agent, client: null, data },
  });
  return { body, headers: { "x-pagerduty-signature": sign(body) } };
}

/** A PagerDuty that takes events, keeps each incident, and has a webhook for what becomes of it. */
export async function aPagerDuty() {
  const states = new Map<string, "triggered" | "acknowledged" | "resolved">();
  const hooks: Hook[] = [];
  const say = (type: string, key: string, event: Event) =>
    void hooks.push(aHook(`incident.${type}`, key, event));
  const receiver = await aReceiver((response, { body }) => {
    const { event_action, dedup_key } = JSON.parse(body);
    const state = states.get(dedup_key);
    if (event_action === "trigger" && state !== "acknowledged") states.set(dedup_key, "triggered");
    if (event_action === "acknowledge" && state === "triggered") {
      states.set(dedup_key, "acknowledged");
      say("acknowledged", dedup_key, { agent: EVENTS_API });
    }
    if (event_action === "resolve") states.set(dedup_key, "resolved");
    response.writeHead(202).end('{"status":"success"}');
  });
  /** Someone does it there. */
  const act = (type: "acknowledged" | "unacknowledged" | "resolved", key: string, at: Date) => {
    if (states.get(key) === "resolved") return false;
    states.set(key, type === "unacknowledged" ? "triggered" : type);
    say(type, key, { agent: type === "unacknowledged" ? null : ANN, at });
    return true;
  };
  return { ...receiver, hooks, states, act };
}
