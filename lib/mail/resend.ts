import { setTimeout as sleep } from "node:timers/promises";
import { Resend } from "resend";
import type { EmailMessage, EmailProvider, EmailResult, SendResult } from "./mail";

const TIMEOUT_MS = 30_000;

/** From one request to the next: by default Resend takes two in a second. */
const GAP_MS = 500;

/** For so long we look for the mail that a batch is refused for: well within the lease of its notices. */
const SEARCH_MS = 20_000;

/** What is wrong with the content of a request, and with nothing about us. */
const ABOUT_THE_MAILS = [
  "validation_error",
  "missing_required_field",
  "invalid_attachment",
  "invalid_parameter",
];

/** When it asks us to slow down and does not say for how long. */
const SLOW_DOWN_MS = 1_000;

/** We ask again after this long whatever it says: a time of day in place of a wait would keep everybody's mail for ever. */
const MAX_WAIT_MS = 60_000;

type Settings = { key: string; baseUrl: string; from: string; timeoutMs?: number; gapMs?: number };
type Sent = Awaited<ReturnType<typeof post>>;

/** Resend takes a hundred mails in a request. */
export function resendProvider(settings: Settings): EmailProvider {
  const { timeoutMs = TIMEOUT_MS, gapMs = GAP_MS } = settings;
  let nextAtMs = 0;

  async function waitForTurn() {
    const nowMs = performance.now();
    const turnAtMs = Math.max(nowMs, nextAtMs);
    nextAtMs = turnAtMs + gapMs;
    await sleep(turnAtMs - nowMs);
  }

  async function ask(key: string, mails: EmailMessage[]): Promise<Asked> {
    await waitForTurn();
    const signal = AbortSignal.timeout(timeoutMs);
    return handedOf(await post(settings, key, mails, signal), mails, signal);
  }

  /**
   * Halves what is refused as it is until the mail is found that the others are refused for. Each half has the same key
   * whenever it is asked for, so that all of it can be asked again.
   */
  async function handOver(key: string, mails: EmailMessage[], untilMs: number): Promise<SendResult> {
    const asked = await ask(key, mails);
    if (asked.kind !== "refused") return asked;
    if (mails.length === 1 || performance.now() > untilMs)
      return { kind: "answered", results: mails.map(() => asked.result) };
    const middle = Math.ceil(mails.length / 2);
    const first = await handOver(`${key}.1`, mails.slice(0, middle), untilMs);
    if (first.kind !== "answered") return first;
    const second = await handOver(`${key}.2`, mails.slice(middle), untilMs);
    if (second.kind !== "answered") return second;
    return { kind: "answered", results: [...first.results, ...second.results] };
  }

  return {
    maxAtOnce: 100,
    usesIdempotencyKeys: true,
    send: (key, mails) => handOver(key, mails, performance.now() + SEARCH_MS),
  };
}

/** `refused`: it took none, because of one of them. */
type Asked = SendResult | { kind: "refused"; result: EmailResult };

function post(
  { key: apiKey, baseUrl, from }: Settings,
  key: string,
  mails: EmailMessage[],
  signal: AbortSignal,
) {
  return new Resend(apiKey, { baseUrl }).batch.send(
    mails.map(({ id, ...mail }) => ({ from, ...mail, headers: { "X-Entity-Ref-ID": id } })),
    // One bad address must not take the others with it.
    { idempotencyKey: key, batchValidation: "permissive", signal },
  );
}

function handedOf({ data, error, headers }: Sent, mails: EmailMessage[], signal: AbortSignal): Asked {
  if (!error) return { kind: "answered", results: answersOf(data, mails) };
  const { name, message, statusCode } = error;
  const text = `${name}: ${message}`;
  if (statusCode === null) {
    return {
      kind: "unknown",
      result: { kind: "unreached", reason: signal.aborted ? "timeout" : "network", text },
    };
  }
  if (name === "rate_limit_exceeded") return { kind: "busy", waitMs: waitOf(headers) };

  const rejected: EmailResult = { kind: "rejected", status: statusCode, text, isFinal: false };
  // The key has served for other mails: these need a new one.
  if (name === "invalid_idempotent_request") return { kind: "answered", results: mails.map(() => rejected) };
  // What is refused for its content was not taken by an earlier try either. Any other "no" says nothing about that.
  if (ABOUT_THE_MAILS.includes(name)) return { kind: "refused", result: rejected };
  return { kind: "unknown", result: rejected };
}

type Taken = { data: { id: string }[]; errors?: { index: number; message: string }[] };

/** The ids are those of the mails that it took, in their order. */
function answersOf({ data: ids, errors = [] }: Taken, mails: EmailMessage[]): EmailResult[] {
  const refused = new Map(errors.map(({ index, message }) => [index, message]));
  const taken = ids.values();
  return mails.map((_, index): EmailResult => {
    const message = refused.get(index);
    if (message !== undefined)
      return { kind: "rejected", status: 422, text: message, isFinal: isAboutTheAddress(message) };
    const { value } = taken.next();
    if (value) return { kind: "accepted", text: value.id };
    return { kind: "rejected", status: null, text: "The answer does not mention this mail.", isFinal: false };
  });
}

/** What is wrong with our sender or domain may be right within the day of our tries. */
const isAboutTheAddress = (message: string) => message.includes("`to`");

function waitOf(headers: Record<string, string> | null): number {
  const seconds = Number(headers?.["retry-after"] ?? headers?.["ratelimit-reset"]);
  return seconds > 0 ? Math.min(seconds * 1_000, MAX_WAIT_MS) : SLOW_DOWN_MS;
}
