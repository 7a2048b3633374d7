import type { Actor } from "@/lib/audit/actor";
import { changesBetween, recordEvents } from "@/lib/audit/record";
import { db, sqlOf } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/refusal";
import type { EmailFrequency } from "@/lib/rules/email-frequency";

const keyOf = (caseId: string, userId: string) => ({ caseId_userId: { caseId, userId } });

/** A member's own frequency. Null means that of the case. */
export async function findMemberFrequency(caseId: string, userId: string): Promise<EmailFrequency | null> {
  const member = await db.member.findUnique({
    where: keyOf(caseId, userId),
    select: { emailFrequency: true },
  });
  return member?.emailFrequency ?? null;
}

/** Sets how many alerts of a missing snitch the acting member is e-mailed about. Null means the case's setting. */
export async function changeMemberFrequency(
  caseId: string,
  userId: string,
  frequency: EmailFrequency | null,
  by: Actor,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const member = await tx.member.findUnique({ where: keyOf(caseId, userId), include: { user: true } });
    if (!member) throw notFound("member");
    const facts = changesBetween({ frequency: member.emailFrequency }, { frequency });
    if (Object.keys(facts).length === 0) return;
    await tx.member.update({ where: keyOf(caseId, userId), data: { emailFrequency: frequency } });
    const { email } = member.user;
    await recordEvents(sqlOf(tx), caseId, by, [
      { action: "recipient.changed", resource: { id: email, name: email }, facts },
    ]);
  });
}
