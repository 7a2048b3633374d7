import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { type MailAnswer, sendMail } from "@/lib/mail/send";
import { renderAlert } from "@/lib/mail/templates/alert";
import { claim, recordAttempt, type Tried } from "./attempt";

const SNITCH = { token: true, name: true, notes: true, interval: true, caseId: true, deadline: true };

/**
 * Tries to send one notice, if that is still owed and due. Safe to call at any time and twice. What the mail server
 * does wrong is recorded and tried again later; only our own faults throw.
 */
export async function notify(id: string): Promise<void> {
  const attempts = await claim("notice", id);
  if (attempts === null) return;
  const notice = await db.notice.findUnique({
    where: { id },
    select: {
      address: true,
      alert: { include: { snitch: { select: SNITCH }, notices: { select: { address: true } } } },
      case: { select: { name: true } },
    },
  });
  if (!notice) return;

  const { address, alert, case: owner } = notice;
  const { snitch, notices } = alert;
  const rendered = await renderAlert({
    alert,
    snitch,
    caseName: owner.name,
    alsoTold: notices.flatMap((other) => (other.address === address ? [] : other.address)),
    snitchUrl: `${env.APP_URL}/${snitch.caseId}/snitches/${snitch.token}`,
  });
  const at = new Date();
  const answer = await sendMail({ id, to: address, ...rendered });
  await recordAttempt("notice", id, attempts, at, triedOf(answer, Date.now() - at.getTime()));
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
