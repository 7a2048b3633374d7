import { findRecipients } from "@/lib/emails/recipients/find";
import type { Sql } from "@/lib/platform/db";
import type { ChosenRecipient } from "@/lib/rules/notifications/choose-recipients";
import type { EmailedAlert, Person } from "@/lib/rules/notifications/decide";
import { isRepeat } from "@/lib/rules/notifications/email-frequency";
import { findEscalated } from "./find-escalated";
import type { FirstStep } from "./find-first-steps";
import { buildRecipientKey, findLastNotified } from "./find-last-notified";
import { findMailboxes } from "./find-mailboxes";

/** `first`: of the policy of its incident, as far as it can notify someone. */
export type AlertedSnitch = {
  id: string;
  caseId: string;
  alertEmail: string[];
  first?: FirstStep | undefined;
};

/** Why the recipients of a snitch get an email. */
export type EmailCause = { snitch: AlertedSnitch } & (
  | { kind: "alert"; alertId: string; alert: EmailedAlert }
  | { kind: "pending_reminder" | "paused_reminder"; alertId?: never; alert?: never }
);

type Chosen = Pick<Person, "address" | "because" | "frequency" | "skipReason">;

/**
 * Who may be emailed because of each of these causes, in their order, and the database’s time. Who was emailed by the escalation
 * of an incident may be emailed about its end.
 */
export async function findPeople(sql: Sql, causes: EmailCause[]): Promise<{ people: Person[][]; now: Date }> {
  if (causes.length === 0) return { people: [], now: new Date() };
  const snitches = causes.map(({ snitch }) => snitch);
  const [recipients, escalated, { now, find }] = await Promise.all([
    findRecipients(sql, snitches),
    findEscalated(sql, causes.flatMap(endedBy)),
    findMailboxes(
      sql,
      snitches.map(({ caseId }) => caseId),
    ),
  ]);
  const recipientsByCause = causes.map((cause, i) =>
    withEscalated(recipients[i] ?? [], escalated.get(cause.alertId ?? "") ?? []),
  );
  const limited = causes.flatMap((cause, i) =>
    (recipientsByCause[i] ?? []).flatMap((person) =>
      isLimited(cause, person) ? { snitchId: cause.snitch.id, address: person.address } : [],
    ),
  );
  const lastNotified = await findLastNotified(sql, limited);
  const people = causes.map(({ snitch: { id: snitchId, caseId } }, i) =>
    (recipientsByCause[i] ?? []).map((person): Person => {
      const lastNotifiedAt =
        lastNotified.get(buildRecipientKey({ snitchId, address: person.address })) ?? null;
      return { ...person, lastNotifiedAt, mailbox: find(caseId, person.address) };
    }),
  );
  return { people, now };
}

const endedBy = (cause: EmailCause) =>
  cause.kind === "alert" && cause.alert.kind === "reporting" ? cause.alertId : [];

const isLimited = ({ alert }: EmailCause, { frequency, skipReason }: Chosen) =>
  alert && isRepeat(alert) && frequency !== "every" && skipReason === null;

function withEscalated(recipients: ChosenRecipient[], escalated: string[]): Chosen[] {
  const addresses = new Set(recipients.map(({ address }) => address.toLowerCase()));
  return [
    ...recipients.map(({ isFallback, ...recipient }): Chosen => {
      return { ...recipient, because: isFallback ? "stands in" : "chosen" };
    }),
    ...escalated
      .filter((address) => !addresses.has(address.toLowerCase()))
      .map((address): Chosen => {
        return { address, because: "knows by escalation", frequency: "every", skipReason: null };
      }),
  ];
}
