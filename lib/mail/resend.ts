import { setTimeout as sleep } from "node:timers/promises";
import { Resend } from "resend";
import type { EmailMessage, EmailProvider, EmailResult, SendResult } from "./mail";

const TIMEOUT_MS = 30_000;

/** From the start of one request to the next. By default Resend accepts two requests per second. */
const GAP_MS = 500;

/** How long to search a rejected batch for the message that causes the rejection. Must stay well below the lease. */
const MAX_SEARCH_MS = 20_000;

/** Resend's errors that are caused by the content of a request and not by the account. */
const CONTENT_ERRORS = [
  "validation_error",
  "missing_required_field",
  "invalid_attachment",
  "invalid_parameter",
];

/** The wait when Resend asks us to slow down without saying for how long. */
const DEFAULT_WAIT_MS = 1_000;

/** Caps the wait that Resend asks for. A timestamp sent in place of a duration would stop all email for decades. */
const MAX_WAIT_MS = 60_000;

type Settings = { apiKey: string; baseUrl: string; from: string; timeoutMs?: number; gapMs?: number };
/** `batch_rejected`: Resend accepted none of the messages, because of one of them. */
type RequestResult = SendResult | { kind: "batch_rejected"; result: EmailResult };

/** Sends through Resend, up to 100 messages per request. */
export function resendProvider(settings: Settings): EmailProvider {
  const { timeoutMs = TIMEOUT_MS, gapMs = GAP_MS } = settings;
  let nextAtMs = 0;

  async function waitForTurn() {
    const nowMs = performance.now();
    const turnAtMs = Math.max(nowMs, nextAtMs);
    nextAtMs = turnAtMs + gapMs;
    await sleep(turnAtMs - nowMs);
  }

  async function request(key: string, messages: EmailMessage[]): Promise<RequestResult> {
    await waitForTurn();
    const signal = AbortSignal.timeout(timeoutMs);
    return readRequestResult(await postBatch(settings, key, messages, signal), messages, signal);
  }

  /**
   * Halves a rejected batch until the message that causes the rejection is found. The key of each half follows from the key
   * of the whole, so an interrupted search can be repeated without sending a message twice.
   */
  async function sendOrBisect(key: string, messages: EmailMessage[], untilMs: number): Promise<SendResult> {
    const result = await request(key, messages);
    if (result.kind !== "batch_rejected") return result;
    if (messages.length === 1 || performance.now() > untilMs)
      return { kind: "completed", results: messages.map(() => result.result) };
    const middle = Math.ceil(messages.length / 2);
    const first = await sendOrBisect(`${key}.1`, messages.slice(0, middle), untilMs);
    if (first.kind !== "completed") return first;
    const second = await sendOrBisect(`${key}.2`, messages.slice(middle), untilMs);
    if (second.kind !== "completed") return second;
    return { kind: "completed", results: [...first.results, ...second.results] };
  }

  return {
    maxBatchSize: 100,
    usesIdempotencyKeys: true,
    send: (key, messages) => sendOrBisect(key, messages, performance.now() + MAX_SEARCH_MS),
  };
}

function postBatch(
  { apiKey, baseUrl, from }: Settings,
  idempotencyKey: string,
  messages: EmailMessage[],
  signal: AbortSignal,
) {
  return new Resend(apiKey, { baseUrl }).batch.send(
    messages.map(({ id, headers, ...message }) => ({
      from,
      ...message,
      headers: { "X-Entity-Ref-ID": id, ...headers },
    })),
    // Permissive: one bad address must not keep back the other messages.
    { idempotencyKey, batchValidation: "permissive", signal },
  );
}

function readRequestResult(
  { data, error, headers }: Awaited<ReturnType<typeof postBatch>>,
  messages: EmailMessage[],
  signal: AbortSignal,
): RequestResult {
  if (!error) return { kind: "completed", results: readResults(data, messages) };
  const { name, message, statusCode } = error;
  const text = `${name}: ${message}`;
  if (statusCode === null) {
    const reason = signal.aborted ? "timeout" : "network";
    return { kind: "unknown", result: { kind: "network_error", reason, text } };
  }
  if (name === "rate_limit_exceeded") return { kind: "busy", waitMs: retryAfterMs(headers) };

  const rejected: EmailResult = { kind: "rejected", status: statusCode, text, isFinal: false };
  // The key was used for other messages, so these need a new one.
  if (name === "invalid_idempotent_request")
    return { kind: "completed", results: messages.map(() => rejected) };
  // If the content is invalid, an earlier attempt was rejected, too. Any other error says nothing about earlier attempts.
  if (CONTENT_ERRORS.includes(name)) return { kind: "batch_rejected", result: rejected };
  return { kind: "unknown", result: rejected };
}

type BatchResponse = { data: { id: string }[]; errors?: { index: number; message: string }[] };

/** Resend returns the ids of the accepted messages, in order, and the errors of the others by index. */
function readResults({ data: ids, errors = [] }: BatchResponse, messages: EmailMessage[]): EmailResult[] {
  const errorByIndex = new Map(errors.map(({ index, message }) => [index, message]));
  const idsInOrder = ids.values();
  return messages.map((_, index): EmailResult => {
    const error = errorByIndex.get(index);
    if (error !== undefined)
      return { kind: "rejected", status: 422, text: error, isFinal: isRecipientError(error) };
    const { value } = idsInOrder.next();
    if (value) return { kind: "accepted", text: value.id };
    const text = "The response does not mention this message.";
    return { kind: "rejected", status: null, text, isFinal: false };
  });
}

/** A wrong recipient stays wrong. A wrong sender or domain may be corrected while we retry. */
const isRecipientError = (message: string) => message.includes("`to`");

function retryAfterMs(headers: Record<string, string> | null): number {
  const seconds = Number(headers?.["retry-after"] ?? headers?.["ratelimit-reset"]);
  return seconds > 0 ? Math.min(seconds * 1_000, MAX_WAIT_MS) : DEFAULT_WAIT_MS;
}
