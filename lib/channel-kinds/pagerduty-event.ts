import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { cleanName } from "@/lib/rules/incidents/unverified-name";
import { UUID } from "@/lib/rules/uuid";

/** What someone did in PagerDuty with one of our incidents. `by`: their name there, which no one has verified. */
export type PagerEvent = {
  id: string;
  action: "acknowledged" | "unacknowledged" | "resolved";
  incidentId: string;
  at: Date;
  by: string;
};

/** PagerDuty sends two while a secret is replaced. The rest of a longer header is not read. */
const MAX_SIGNATURES = 8;
const SIGNATURE = /^v1=([\da-f]{64})$/;

/** The signatures in a header; none if it isn't such a header, which is visible without a secret. */
export const parseSignatures = (header: string | null): Buffer[] =>
  (header ?? "")
    .split(",", MAX_SIGNATURES)
    .flatMap((part) => SIGNATURE.exec(part.trim())?.[1] ?? [])
    .map((hex) => Buffer.from(hex, "hex"));

/** Whether one of the signatures is that of this body by the owner of the secret. Takes the same time for each that is wrong. */
export function isSigned(body: Uint8Array, signatures: Buffer[], secret: string): boolean {
  const expected = createHmac("sha256", secret).update(body).digest();
  return signatures.some((signature) => timingSafeEqual(signature, expected));
}

const agent = z.object({ type: z.string(), summary: z.string().nullish() }).nullish();

const incidentEvent = z.object({
  event: z.object({
    id: z.string().min(1).max(100).refine(isPostgresText),
    event_type: z.enum(["incident.acknowledged", "incident.unacknowledged", "incident.resolved"]),
    occurred_at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
    agent,
    data: z.object({
      incident_key: z.string().startsWith("tattle-"),
      resolve_reason: z.object({ type: z.string() }).nullish(),
    }),
  }),
});

/** Whether a person did it. An echo of our own message must not acknowledge what was taken back meanwhile, nor may a time limit. */
const isByPerson = ({ agent, data }: z.output<typeof incidentEvent>["event"]) =>
  agent?.type === "user_reference" && !data.resolve_reason?.type.startsWith("merge");

/**
 * What an event of PagerDuty's webhooks (version 3) says of one of our incidents; null if that is nothing. Throws a `SyntaxError` if the text is not JSON. Source:
 * developer.pagerduty.com/docs/webhooks-overview.
 */
export function readEvent(text: string): PagerEvent | null {
  const result = incidentEvent.safeParse(JSON.parse(text));
  if (!result.success) return null;
  const { id, event_type, occurred_at, agent, data } = result.data.event;
  const incidentId = data.incident_key.slice("tattle-".length);
  const action = event_type.slice("incident.".length) as PagerEvent["action"];
  if (!UUID.test(incidentId) || (action !== "unacknowledged" && !isByPerson(result.data.event))) return null;
  const where = action === "resolved" ? "resolved in PagerDuty" : "in PagerDuty";
  return {
    id,
    action,
    incidentId,
    at: occurred_at,
    by: `${cleanName(agent?.summary ?? "")} (${where})`,
  };
}
