import type { MailAnswer, Provider } from "@/lib/mail/mail";
import { mailProvider } from "@/lib/mail/provider";
import { type Claim, postpone, recordAttempts, type Tried } from "@/lib/outbox/attempt";
import { MOST_ATTEMPTS } from "@/lib/outbox/backoff";
import { type Batch, dissolve, gather } from "./batch";

/**
 * Tries to send these notices, as far as they are still owed and due. Safe to call at any time and twice. What the mail
 * server does wrong is recorded and tried again later; only our own faults throw. Returns how long the server wants to
 * be left alone, in milliseconds.
 */
export async function notifyAll(ids: string[], provider: Provider = mailProvider()): Promise<number> {
  let waitMs = 0;
  for await (const batch of gather(ids, provider.knowsByKey)) {
    waitMs = Math.max(waitMs, await handOver(batch, provider));
  }
  return waitMs;
}

async function handOver({ id, mails, claims }: Batch, provider: Provider): Promise<number> {
  const at = new Date();
  const startedAt = performance.now();
  const handed = await provider.hand(id, mails);
  const latencyMs = performance.now() - startedAt;

  if (handed.kind === "busy") {
    const noticeIds = claims.map((claimed) => claimed.id);
    await postpone("notice", noticeIds, handed.waitMs);
    return handed.waitMs;
  }
  if (handed.kind === "unknown") {
    // They stay together: they are due again at the same time, and given up together.
    const attempts = Math.max(...claims.map((claimed) => claimed.attempts));
    const tried = claims.map((claimed) => triedOf({ ...claimed, attempts }, handed.answer, at, latencyMs));
    await recordAttempts("notice", tried);
    // Nobody asks again, and its links open doors.
    if (attempts >= MOST_ATTEMPTS) await dissolve(id);
    return 0;
  }
  const answers = new Map(mails.map((mail, i) => [mail.id, handed.answers[i]]));
  const tried = claims.flatMap((claimed) => {
    const answer = answers.get(claimed.id);
    return answer ? triedOf(claimed, answer, at, latencyMs) : [];
  });
  await recordAttempts("notice", tried);
  await dissolve(id);
  return 0;
}

function triedOf(claimed: Claim, answer: MailAnswer, at: Date, latencyMs: number): Tried {
  return {
    ...claimed,
    at,
    latencyMs,
    outcome: answer.kind === "unreached" ? answer.reason : answer.kind,
    status: answer.kind === "rejected" ? answer.status : null,
    answer: answer.text,
    accepted: answer.kind === "accepted",
    final: answer.kind === "rejected" && answer.final,
  };
}
