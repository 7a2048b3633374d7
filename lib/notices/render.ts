import { db } from "@/lib/db";
import type { Prisma } from "@/lib/db/generated/client";
import { env } from "@/lib/env";
import { renderAlert } from "@/lib/mail/templates/alert";
import type { Rendered } from "@/lib/mail/templates/letter";
import { isLetter, renderLetterOf } from "@/lib/mail/templates/letters";
import { renderReminder } from "@/lib/mail/templates/reminder";

const SNITCH = {
  id: true,
  token: true,
  name: true,
  notes: true,
  interval: true,
  createdAt: true,
  pausedAt: true,
} as const;

/** What a notice needs of its row and its neighbours to become a mail. */
export const OWED = {
  id: true,
  kind: true,
  address: true,
  facts: true,
  caseId: true,
  case: { select: { name: true } },
  snitch: { select: SNITCH },
  alert: { include: { notices: { select: { address: true } } } },
} as const;

export type OwedNotice = Prisma.NoticeGetPayload<{ select: typeof OWED }>;

/** Writes the mail that this notice owes. */
export async function renderNotice(notice: OwedNotice): Promise<Rendered> {
  const { id, kind, facts, address, case: owner, caseId, snitch, alert } = notice;
  if (isLetter(kind)) return renderLetterOf(kind, facts);
  if (!snitch || !owner) throw new Error(`Notice ${id} names no snitch.`);
  const caseName = owner.name;
  const snitchUrl = `${env.APP_URL}/${caseId}/snitches/${snitch.token}`;
  if (kind !== "alert") {
    const checkInUrl = `${env.CHECK_IN_URL}/${snitch.token}`;
    return renderReminder({ kind, snitch, caseName, snitchUrl, checkInUrl });
  }
  if (!alert) throw new Error(`Notice ${id} names no alert.`);
  const alsoTold = alert.notices.flatMap((other) => (other.address === address ? [] : other.address));
  const message = alert.message || (await lastMessage(alert));
  return renderAlert({ alert: { ...alert, message }, snitch, caseName, alsoTold, snitchUrl });
}

type Alert = { kind: string; snitchId: string; at: Date };

/** What the job had said last when it fell silent. */
async function lastMessage({ kind, snitchId, at }: Alert): Promise<string> {
  if (kind !== "missing") return "";
  const said = await db.checkIn.findFirst({
    where: { snitchId, at: { lte: at }, accepted: true },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    select: { message: true },
  });
  return said?.message ?? "";
}
