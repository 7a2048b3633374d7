import { db } from "@/lib/db";
import type { Prisma } from "@/lib/db/generated/client";
import { env } from "@/lib/env";
import { type MailAnswer, sendMail } from "@/lib/mail/send";
import { renderAlert } from "@/lib/mail/templates/alert";
import { renderReminder } from "@/lib/mail/templates/reminder";
import { claim, recordAttempt, type Tried } from "./attempt";

const SNITCH = {
  id: true,
  token: true,
  name: true,
  notes: true,
  interval: true,
  caseId: true,
  deadline: true,
} as const;
const OWED = {
  kind: true,
  address: true,
  case: { select: { name: true } },
  snitch: { select: { ...SNITCH, createdAt: true, pausedAt: true } },
  alert: { include: { notices: { select: { address: true } } } },
} as const;

type Owed = Prisma.NoticeGetPayload<{ select: typeof OWED }>;

/**
 * Tries to send one notice, if that is still owed and due. Safe to call at any time and twice. What the mail server
 * does wrong is recorded and tried again later; only our own faults throw.
 */
export async function notify(id: string): Promise<void> {
  const attempts = await claim("notice", id);
  if (attempts === null) return;
  const notice = await db.notice.findUnique({ where: { id }, select: OWED });
  if (!notice) return;

  const rendered = await render(notice);
  const at = new Date();
  const answer = await sendMail({ id, to: notice.address, ...rendered });
  await recordAttempt("notice", id, attempts, at, triedOf(answer, Date.now() - at.getTime()));
}

async function render({ kind, address, case: owner, snitch, alert }: Owed) {
  const caseName = owner.name;
  const snitchUrl = `${env.APP_URL}/${snitch.caseId}/snitches/${snitch.token}`;
  if (kind !== "alert") {
    return renderReminder({
      kind,
      snitch,
      caseName,
      snitchUrl,
      checkInUrl: `${env.CHECK_IN_URL}/${snitch.token}`,
    });
  }
  if (!alert) throw new Error(`A notice to ${snitch.id} names no alert.`);
  const alsoTold = alert.notices.flatMap((other) => (other.address === address ? [] : other.address));
  const message = alert.message || (await lastMessage(alert));
  return renderAlert({ alert: { ...alert, message }, snitch, caseName, alsoTold, snitchUrl });
}

/** What the job had said last when it fell silent. */
async function lastMessage({
  kind,
  snitchId,
  at,
}: {
  kind: string;
  snitchId: string;
  at: Date;
}): Promise<string> {
  if (kind !== "missing") return "";
  const said = await db.checkIn.findFirst({
    where: { snitchId, at: { lte: at }, accepted: true },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    select: { message: true },
  });
  return said?.message ?? "";
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
