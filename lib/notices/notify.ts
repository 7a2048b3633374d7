import { db } from "@/lib/db";
import { type MailAnswer, sendMail } from "@/lib/mail/send";
import { claim, recordAttempt, type Tried } from "@/lib/outbox/attempt";
import { OWED, type OwedNotice, renderNotice } from "./render";

/**
 * Tries to send one notice, if that is still owed and due. Safe to call at any time and twice. What the mail server
 * does wrong is recorded and tried again later; only our own faults throw.
 */
export async function notify(id: string): Promise<void> {
  const attempts = await claim("notice", id);
  if (attempts === null) return;
  const notice = await db.notice.findUnique({ where: { id }, select: OWED });
  if (!notice) return;

  const at = new Date();
  const tried = isExpired(notice, at) ? EXPIRED : await send(notice, at);
  await recordAttempt("notice", id, attempts, at, tried);
}

/** A link that opens nothing any more is not sent late. */
const EXPIRED: Tried = {
  outcome: "expired",
  status: null,
  latencyMs: 0,
  answer: "",
  accepted: false,
  final: true,
};

function isExpired({ facts }: OwedNotice, now: Date): boolean {
  if (facts === null || typeof facts !== "object" || !("expiresAt" in facts)) return false;
  return new Date(String(facts.expiresAt)) <= now;
}

async function send(notice: OwedNotice, at: Date): Promise<Tried> {
  const rendered = await renderNotice(notice);
  const answer = await sendMail({ id: notice.id, to: notice.address, ...rendered });
  return triedOf(answer, Date.now() - at.getTime());
}

function triedOf(answer: MailAnswer, latencyMs: number): Tried {
  const { kind, text } = answer;
  return {
    outcome: kind === "unreachable" ? "network" : kind,
    status: answer.kind === "rejected" ? answer.status : null,
    latencyMs,
    answer: text.slice(0, 2_048),
    accepted: kind === "accepted",
    final: answer.kind === "rejected" && answer.final,
  };
}
