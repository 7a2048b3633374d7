import type { Sql } from "@/lib/platform/db";
import type { EmailMark } from "@/lib/rules/notifications/address-mark";
import {
  type CaseAddresses,
  type ChosenRecipient,
  chooseRecipients,
} from "@/lib/rules/notifications/choose-recipients";
import type { EmailFrequency } from "@/lib/rules/notifications/email-frequency";
import { findOrRegister, mustConfirm, type RecipientKey } from "./register";

/** A snitch, or for an email that concerns the whole case, the case with an empty list. `first`: see `chooseRecipients`. */
type Subject = { caseId: string; alertEmail: string[]; first?: { addresses: string[] } | undefined };

/** Who is emailed about each of these subjects, in their order, and who is left out and why. */
export async function findRecipients(sql: Sql, subjects: Subject[]): Promise<ChosenRecipient[][]> {
  const cases = await findCases(sql, [...new Set(subjects.map(({ caseId }) => caseId))]);
  for (const recipient of await findOrRegister(sql, listOutside(subjects, cases))) {
    cases.get(recipient.caseId)?.outside.set(recipient.address, recipient);
  }
  return subjects.map(({ caseId, alertEmail, first }) => {
    const theCase = cases.get(caseId);
    return theCase ? chooseRecipients(alertEmail, theCase, first?.addresses) : [];
  });
}

type CaseRow = {
  id: string;
  alertEmail: string | null;
  frequency: EmailFrequency;
  members: string[];
  frequencies: (EmailFrequency | null)[];
  marks: Record<string, EmailMark>;
};

async function findCases(sql: Sql, ids: string[]): Promise<Map<string, CaseAddresses>> {
  const rows = await sql<CaseRow>(
    `SELECT c.id, c.alert_email AS "alertEmail", c.email_frequency::text AS frequency, m.members, m.frequencies,
       k.marks
     FROM cases c CROSS JOIN LATERAL (
       SELECT coalesce(array_agg(u.email ORDER BY u.email), '{}') AS members,
         coalesce(array_agg(m.email_frequency::text ORDER BY u.email), '{}') AS frequencies
       FROM members m JOIN users u ON u.id = m.user_id WHERE m.case_id = c.id) AS m
     CROSS JOIN LATERAL (
       SELECT coalesce(jsonb_object_agg(k.address, k.mark), '{}') AS marks
       FROM email_marks k WHERE k.case_id = c.id AND k.mark IS NOT NULL) AS k
     WHERE c.id = ANY($1::uuid[])`,
    [ids],
  );
  return new Map(
    rows.map(({ id, alertEmail, frequency, members, frequencies, marks }) => [
      id,
      {
        alertEmail,
        frequency,
        members: new Map(members.map((email, i) => [email, frequencies[i] ?? null])),
        outside: new Map(),
        marks: new Map(Object.entries(marks)),
        mustConfirm: mustConfirm(),
      },
    ]),
  );
}

/** The addresses of the subjects and their cases that belong to no member. */
function listOutside(subjects: Subject[], cases: Map<string, CaseAddresses>): RecipientKey[] {
  const keys = new Map<string, RecipientKey>();
  for (const { caseId, alertEmail } of subjects) {
    const theCase = cases.get(caseId);
    if (!theCase) continue;
    for (const each of theCase.alertEmail ? [...alertEmail, theCase.alertEmail] : alertEmail) {
      const address = each.toLowerCase();
      if (!theCase.members.has(address)) keys.set(`${caseId} ${address}`, { caseId, address });
    }
  }
  return [...keys.values()];
}
