import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import type { AnyKind, FinalResponse, Outgoing, ReceiverResponse, ResponseOutcome } from "./kind";

const MAX_WAIT_MS = HOUR_MS;
const DEFAULT_WAIT_MS = MINUTE_MS;

/** How long a receiver may ask to wait, in milliseconds: at most an hour, and at least a second. */
export const clampWait = (ms: number) =>
  Math.min(Math.max(Number.isFinite(ms) ? ms : DEFAULT_WAIT_MS, SECOND_MS), MAX_WAIT_MS);

/** How long `Retry-After` asks to wait, in seconds or until a date; a minute without it. In milliseconds, at most an hour. */
export function retryAfterMs({ headers }: ReceiverResponse, now = Date.now()): number {
  const value = headers["retry-after"]?.trim();
  if (!value) return DEFAULT_WAIT_MS;
  const seconds = Number(value);
  return clampWait(Number.isNaN(seconds) ? Date.parse(value) - now : seconds * SECOND_MS);
}

/**
 * The usual meaning of a response: 2xx accepts, 429 asks to wait, and everything else is tried again, except for these responses. They switch the channel off unless they say otherwise.
 */
export function interpretWith(response: ReceiverResponse, finals: FinalResponse[]): ResponseOutcome {
  const { status, text } = response;
  if (status >= 200 && status < 300) return { kind: "accepted" };
  if (status === 429) return { kind: "retry", afterMs: retryAfterMs(response) };
  const final = finals.find(
    (each) => [each.status].flat().includes(status) && (each.text?.test(text) ?? true),
  );
  if (final)
    return {
      kind: "final",
      switchOff: final.switchOff ?? true,
      why: final.why,
      ...(final.isGone && { isGone: true }),
    };
  return { kind: "retry" };
}

/** What the response to a request of this kind means. */
export const interpretResponse = ({ interpret }: AnyKind, response: ReceiverResponse, request: Outgoing) =>
  typeof interpret === "function"
    ? interpret(response, request)
    : interpretWith(response, interpret as FinalResponse[]);

/** The response as JSON; null if it is none. */
export function parseJson({ text }: ReceiverResponse): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
