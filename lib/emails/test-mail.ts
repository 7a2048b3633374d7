import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { CAPTURED } from "@/lib/mail/capture";
import type { EmailProvider, EmailResult, SendResult } from "@/lib/mail/mail";
import { emailProvider } from "@/lib/mail/provider";
import { renderContent } from "@/lib/mail/templates/render";
import { testMailContent } from "@/lib/mail/templates/test-mail";
import type { NetworkError } from "@/lib/outbox/network-error";
import { pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/new-id";
import { workingTimezone } from "@/lib/rules/schedule/time-zone";
import { AUTO_SUBMITTED } from "./headers";

/** A person waits for the response. The provider's own timeout is longer. */
const TIMEOUT_MS = 15_000;

/** The outcome of a test email. `answer`: the provider's own text. */
export type TestMailResult = { to: string; latencyMs: number; response: string } & (
  | { kind: "sent" }
  /** Kept in the outbox, under this id. */
  | { kind: "captured"; id: string }
  | { kind: "rejected"; status: number | null }
  | { kind: "not_reached"; reason: NetworkError }
);

type Settings = { provider?: EmailProvider; timeoutMs?: number };

/** Sends a test email at once, without the queue, and returns the provider's response within seconds. */
export async function sendTestMail(
  { to, requestedBy }: { to: string; requestedBy: string },
  now: Date,
  { provider = emailProvider(), timeoutMs = TIMEOUT_MS }: Settings = {},
): Promise<TestMailResult> {
  const id = newId();
  const content = await renderContent(
    testMailContent({ requestedBy, at: now, zone: await findZone(to), url: env.APP_URL }),
  );
  const startedAt = performance.now();
  const stopWaiting = new AbortController();
  const sent = await Promise.race([
    provider.send(randomUUID(), [{ id, to, headers: AUTO_SUBMITTED, ...content }]),
    sleep(timeoutMs, noResponse(timeoutMs), { signal: stopWaiting.signal }),
  ]).finally(() => stopWaiting.abort());
  const latencyMs = Math.round(performance.now() - startedAt);
  const result = readResult(sent);
  const seen = { to, latencyMs, response: result.text };
  if (result.kind === "rejected") return { ...seen, kind: "rejected", status: result.status };
  if (result.kind === "network_error") return { ...seen, kind: "not_reached", reason: result.reason };
  return result.text === CAPTURED ? { ...seen, kind: "captured", id } : { ...seen, kind: "sent" };
}

/** The zone of the account with this address; UTC if there is none, or if no browser named one. */
async function findZone(address: string): Promise<string> {
  const sql = "SELECT coalesce(time_zone, browser_zone) AS zone FROM users WHERE email = lower($1)";
  const { rows } = await pool.query<{ zone: string | null }>(sql, [address]);
  return workingTimezone(rows[0]?.zone ?? "UTC");
}

function readResult(sent: SendResult): EmailResult {
  if (sent.kind === "unknown") return sent.result;
  if (sent.kind === "busy") {
    const text = `The provider asked us to wait ${Math.ceil(sent.waitMs / 1_000)} s before the next email.`;
    return { kind: "rejected", status: 429, text, isFinal: false };
  }
  const [result] = sent.results;
  if (!result) throw new Error("The provider returned no result for the test email.");
  return result;
}

const noResponse = (timeoutMs: number): SendResult => ({
  kind: "unknown",
  result: {
    kind: "network_error",
    reason: "timeout",
    text: `No response within ${timeoutMs / 1_000} s. It may still arrive.`,
  },
});
