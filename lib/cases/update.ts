import type { Actor } from "@/lib/audit/actor";
import { changesBetween, recordEvents } from "@/lib/audit/record";
import { buildRecipientKeys, registerRecipients } from "@/lib/emails/recipients";
import { db, toSql } from "@/lib/platform/db";
import { askRecipientsLater } from "./ask-recipients";
import type { CaseChanges } from "./input";

/** Changes the name and settings of a case, and records the differences. Does nothing if there are none. */
export async function updateCase(caseId: string, changes: CaseChanges, by: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const { name, alertEmail, emailFrequency, limitsEmails, acceptsLateReports } =
      await tx.case.findUniqueOrThrow({ where: { id: caseId } });
    const facts = changesBetween(
      {
        name,
        alert_address: alertEmail,
        email_frequency: emailFrequency,
        many_alerts: manyAlertsInWords(limitsEmails),
        late_reports: lateReportsInWords(acceptsLateReports),
      },
      {
        name: changes.name,
        alert_address: changes.alertEmail,
        email_frequency: changes.emailFrequency,
        many_alerts: changes.limitsEmails === undefined ? undefined : manyAlertsInWords(changes.limitsEmails),
        late_reports:
          changes.acceptsLateReports === undefined
            ? undefined
            : lateReportsInWords(changes.acceptsLateReports),
      },
    );
    if (Object.keys(facts).length === 0) return;
    await tx.case.update({ where: { id: caseId }, data: changes });
    if (changes.alertEmail)
      await registerRecipients(toSql(tx), buildRecipientKeys(caseId, [changes.alertEmail]));
    await recordEvents(toSql(tx), caseId, by, [
      { action: "case.changed", resource: { id: caseId, name }, facts },
    ]);
  });
  if (changes.alertEmail) askRecipientsLater(caseId);
}

const manyAlertsInWords = (limitsEmails: boolean) => (limitsEmails ? "one e-mail" : "an e-mail each");

const lateReportsInWords = (acceptsLateReports: boolean) => (acceptsLateReports ? "accepted" : "refused");
