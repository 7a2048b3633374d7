import type { Sql } from "@/lib/platform/db";
import { decideEmails } from "@/lib/rules/notifications/decide";
import { type EmailCause, findPeople } from "./find-people";
import { saveDecisions } from "./save-decisions";

/**
 * Enqueues the emails to the recipients of each snitch, in the transaction of the change. Addresses that may not be emailed
 * get a row that says why. Returns the ids of the emails to send now.
 */
export async function emailRecipients(sql: Sql, causes: EmailCause[]): Promise<string[]> {
  const { people, now } = await findPeople(sql, causes);
  const decisions = decideEmails(
    causes.map(({ alert = null }, i) => ({ alert, people: people[i] ?? [] })),
    now,
  );
  const decided = causes.map((cause, i) => ({ cause, incidentId: null, decisions: decisions[i] ?? [] }));
  return (await saveDecisions(sql, decided)).emails;
}
