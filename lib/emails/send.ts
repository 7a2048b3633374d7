import { CAPTURED } from "@/lib/mail/capture";
import type { EmailProvider, EmailResult } from "@/lib/mail/mail";
import { emailProvider } from "@/lib/mail/provider";
import { type AttemptResult, type Lease, postpone, recordAttempts } from "@/lib/outbox/attempt";
import { MAX_ATTEMPTS } from "@/lib/outbox/backoff";
import { deleteBatch, type EmailBatch, leaveBatch, nextBatches } from "./batch";

/**
 * Attempts to send the given emails, as far as they are pending and due. Safe to call at any time and twice. A failure of
 * the provider is recorded and retried later; only bugs throw. Returns how many milliseconds the provider asks to wait
 * before the next request.
 */
export async function sendEmails(ids: string[], provider: EmailProvider = emailProvider()): Promise<number> {
  let waitMs = 0;
  for await (const batch of nextBatches(ids, provider.usesIdempotencyKeys)) {
    waitMs = Math.max(waitMs, await sendBatch(batch, provider));
  }
  return waitMs;
}

async function sendBatch({ id, messages, leases }: EmailBatch, provider: EmailProvider): Promise<number> {
  const at = new Date();
  const startedAt = performance.now();
  const sent = await provider.send(id, messages);
  const latencyMs = performance.now() - startedAt;

  if (sent.kind === "busy") {
    const emailIds = leases.map((lease) => lease.id);
    await postpone("email", emailIds, sent.waitMs);
    return sent.waitMs;
  }
  if (sent.kind === "unknown") {
    // The batch stays together: its emails are due again at the same time, and given up together.
    const attempts = Math.max(...leases.map((lease) => lease.attempts));
    const results = leases.map((lease) =>
      toAttemptResult({ ...lease, attempts }, sent.result, at, latencyMs),
    );
    await recordAttempts("email", results);
    // A batch that was given up is never sent again, and its content contains secret links.
    if (attempts >= MAX_ATTEMPTS) await deleteBatch(id);
    return 0;
  }
  const resultById = new Map(messages.map((message, i) => [message.id, sent.results[i]]));
  const results = leases.flatMap((lease) => {
    const result = resultById.get(lease.id);
    return result ? toAttemptResult(lease, result, at, latencyMs) : [];
  });
  await recordAttempts("email", results);
  await leaveBatch(id, leases);
  return 0;
}

function toAttemptResult(lease: Lease, result: EmailResult, at: Date, latencyMs: number): AttemptResult {
  return {
    ...lease,
    at,
    latencyMs,
    outcome: result.kind === "network_error" ? result.reason : result.kind,
    status: result.kind === "rejected" ? result.status : null,
    response: result.text,
    accepted: result.kind === "accepted",
    isCaptured: result.kind === "accepted" && result.text === CAPTURED,
    isFinal: result.kind === "rejected" && result.isFinal,
  };
}
