import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../durations";
import type { Incident } from "./incident";

/** How long an acknowledgement may last before its person is asked to confirm it. */
export const MIN_ACK_SECONDS = HOUR_MS / SECOND_MS;
export const MAX_ACK_SECONDS = (30 * DAY_MS) / SECOND_MS;

/** How long they have to respond. */
export const ASK_MINUTES = 15;

type Acknowledged = Pick<Incident, "acknowledgedAt" | "ackAskedAt">;

/** Whether the person who acknowledged an incident was asked whether they still handle it, and has not responded. */
export const isAsked = ({ acknowledgedAt, ackAskedAt }: Acknowledged): boolean =>
  // One from before belongs to an acknowledgement that was taken back.
  acknowledgedAt !== null && ackAskedAt !== null && ackAskedAt > acknowledgedAt;

/** When an acknowledgement that was asked about ends. */
export const endOfAsking = (askedAt: Date) => new Date(askedAt.getTime() + ASK_MINUTES * MINUTE_MS);

/** What is due for an acknowledgement: asking, or ending it. Nothing while the incident is held or recovers. `expiresAfter`: in seconds; null for never. */
export function dueOfAcknowledgement(
  incident: Acknowledged & Pick<Incident, "closedAt" | "goodCount" | "hold">,
  expiresAfter: number | null,
  now: Date,
): "ask" | "end" | null {
  const { acknowledgedAt, ackAskedAt, closedAt, goodCount, hold } = incident;
  if (!acknowledgedAt || expiresAfter === null || closedAt || goodCount > 0 || hold !== null) return null;
  if (ackAskedAt && isAsked(incident)) return endOfAsking(ackAskedAt) <= now ? "end" : null;
  return acknowledgedAt.getTime() + expiresAfter * SECOND_MS <= now.getTime() ? "ask" : null;
}
