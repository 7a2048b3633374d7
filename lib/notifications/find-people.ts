import { isMarked } from "@/lib/emails/address-marks";
import { findRecipients } from "@/lib/emails/recipients/find";
import { onlyCaptured } from "@/lib/mail/capture";
import { sendsRealEmail } from "@/lib/mail/provider";
import type { Sql } from "@/lib/platform/db";
import type { ChosenRecipient } from "@/lib/rules/notifications/choose-recipients";
import type { EmailedAlert, Person } from "@/lib/rules/notifications/decide";
import { isRepeat } from "@/lib/rules/notifications/email-frequency";
import type { FirstStep } from "./find-first-steps";
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

/**
 * The members of its case whom the escalation of the incident that each of these alerts ends has notified, as far as emails reach
 * them: their addresses, by the id of the alert.
 */
async function findEscalated(sql: Sql, alertIds: string[]): Promise<Map<string, string[]>> {
  if (alertIds.length === 0) return new Map();
  const rows = await sql<{ alertId: string; addresses: string[] }>(
    `SELECT a.id AS "alertId", array_agg(DISTINCT u.email) AS addresses
     FROM alerts a JOIN alerts notified ON notified.incident_id = a.incident_id
     JOIN emails e ON e.alert_id = notified.id AND e.is_escalation
     JOIN users u ON u.email = lower(e.address) JOIN members m ON m.case_id = a.case_id AND m.user_id = u.id
     WHERE a.id = ANY($1::uuid[]) AND NOT ${isMarked("a.case_id", "u.email")} GROUP BY 1`,
    [alertIds],
  );
  return new Map(rows.map(({ alertId, addresses }) => [alertId, addresses]));
}

type Recipient = { snitchId: string; address: string };

const buildRecipientKey = ({ snitchId, address }: Recipient) => `${snitchId} ${address}`;

/**
 * When each address was last emailed about an alert of the snitch. An email that was given up does not count, and neither does
 * a captured one, once a mail server is set up. By `buildRecipientKey`.
 */
async function findLastNotified(sql: Sql, recipients: Recipient[]): Promise<Map<string, Date>> {
  if (recipients.length === 0) return new Map();
  const rows = await sql<{ key: string; at: Date }>(
    `SELECT n.snitch_id || ' ' || n.address AS key, latest.at
     FROM unnest($1::uuid[], $2::text[]) AS n(snitch_id, address) CROSS JOIN LATERAL (
       SELECT a.at FROM emails e JOIN alerts a ON a.id = e.alert_id
       LEFT JOIN emails summary ON summary.id = e.summary_id
       WHERE e.snitch_id = n.snitch_id AND e.address = n.address AND e.gave_up_at IS NULL
         AND summary.gave_up_at IS NULL AND ($3 OR NOT ${onlyCaptured("coalesce(e.summary_id, e.id)")})
       ORDER BY e.id DESC LIMIT 1) AS latest`,
    [recipients.map(({ snitchId }) => snitchId), recipients.map(({ address }) => address), !sendsRealEmail()],
  );
  return new Map(rows.map(({ key, at }) => [key, at]));
}
