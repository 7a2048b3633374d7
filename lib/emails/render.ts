import type { EmailMessage } from "@/lib/mail/mail";
import { buildAlertContent } from "@/lib/mail/templates/alert";
import type { MailContent } from "@/lib/mail/templates/content";
import { buildReminderContent } from "@/lib/mail/templates/reminder";
import { renderContent } from "@/lib/mail/templates/render";
import { buildTransactionalContent, isTransactional } from "@/lib/mail/templates/transactional";
import { transactionalFacts } from "@/lib/mail/templates/transactional-facts";
import { personLink } from "@/lib/outbox/answer-link";
import { pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { AlertKind } from "@/lib/platform/generated/enums";
import { log } from "@/lib/platform/log";
import { findAlertHint } from "@/lib/rules/incidents/hints";
import { toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { workingTimezone } from "@/lib/rules/schedule/time-zone";
import { zoneOfTimes } from "@/lib/rules/schedule/zone-of-times";
import { type Dependents, findDependents } from "./dependents";
import { buildHeaders } from "./headers";
import { type LoadedEmail, loadEmails } from "./load";
import { withNotes } from "./notes";
import { findOutsiders } from "./outsiders";

/** Renders these e-mails. Skips those that were deleted, and those that cannot be rendered, which are logged. */
export async function renderEmails(ids: string[]): Promise<EmailMessage[]> {
  const emails = await loadEmails(ids);
  const [messages, dependents, outsiders] = await Promise.all([
    lastMessages(emails.flatMap(({ alert }) => alert?.id ?? [])),
    findDependents(emails.flatMap(({ alert }) => alert?.snitchId ?? [])),
    findOutsiders(emails),
  ]);
  const rendered = await Promise.allSettled(
    emails.map(async (email): Promise<EmailMessage> => {
      const outsiderId = outsiders.get(email.id) ?? null;
      const content = withNotes(
        buildContent(email, { messages, dependents, isOutsider: outsiderId !== null }),
        email,
        outsiderId,
      );
      const incidentId = email.alert?.incidentId ?? null;
      const headers = buildHeaders({
        caseId: email.caseId,
        incidentId,
        outsiderId,
        leaveUrl: leaveUrlIn(email),
      });
      return { id: email.id, to: email.address, headers, ...(await renderContent(content)) };
    }),
  );
  return rendered.flatMap((result, i) => {
    if (result.status === "fulfilled") return result.value;
    log.error({ email: emails[i]?.id, err: result.reason }, "an e-mail could not be rendered");
    return [];
  });
}

const leaveUrlIn = ({ kind, facts }: LoadedEmail) =>
  kind === "page_updates" ? transactionalFacts.page_updates.parse(facts).leaveUrl : null;

type Known = {
  messages: Map<string, string>;
  dependents: Map<string, Dependents>;
  isOutsider: boolean;
};

function buildContent(email: LoadedEmail, { messages, dependents, isOutsider }: Known): MailContent {
  const { id, kind, facts, caseName, caseId, snitch, alert, incident } = email;
  if (isTransactional(kind)) return buildTransactionalContent(kind, facts, chooseZone(email));
  if (!snitch || caseName === null) throw new Error(`E-mail ${id} has no snitch.`);
  const zone = chooseZone(email);
  const caseUrl = `${env.APP_URL}/${caseId}`;
  const snitchUrl = `${caseUrl}/snitches/${snitch.token}`;
  if (kind !== "alert") {
    const urls = isOutsider ? null : { snitch: snitchUrl, checkIn: `${env.CHECK_IN_URL}/${snitch.token}` };
    return buildReminderContent({ kind, snitch, caseName, zone, caseUrl, urls });
  }
  if (!alert) throw new Error(`E-mail ${id} has no alert.`);
  const message = alert.message || (messages.get(alert.id) ?? "");
  return buildAlertContent({
    alert: { ...alert, message },
    hint: findAlertHint(email.hints, alert),
    snitch,
    caseName,
    zone,
    snitchUrl,
    alertUrl: `${caseUrl}/alerts/${alert.id}`,
    incident: incident && {
      ...incident,
      url: `${caseUrl}/incidents/${incident.id}`,
      ...(email.answererId && { answerUrl: personLink(incident.id, email.answererId, email.createdAt) }),
    },
    dependents: isBad(alert) ? dependents.get(alert.snitchId) : undefined,
  });
}

/** The zone of the times of an e-mail: that of the account of its reader or of their browser, else that of the snitch’s schedule, else UTC. */
const chooseZone = ({ accountZone, snitch }: LoadedEmail): string =>
  workingTimezone(accountZone ?? (snitch ? zoneOfTimes(toScheduleTerms(snitch)) : "UTC"));

const isBad = ({ kind }: { kind: AlertKind }) => kind === "missing" || kind === "errored";

/** The message of the last check-in before each of these alerts, by alert id. Only for missing alerts. */
async function lastMessages(alertIds: string[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; message: string }>(
    `SELECT a.id, latest.message FROM alerts a CROSS JOIN LATERAL (
       SELECT message FROM check_ins c WHERE c.snitch_id = a.snitch_id AND c.at <= a.at AND c.accepted
       ORDER BY c.at DESC, c.id DESC LIMIT 1) AS latest
     WHERE a.id = ANY($1::uuid[]) AND a.kind = 'missing'`,
    [[...new Set(alertIds)]],
  );
  return new Map(rows.map(({ id, message }) => [id, message]));
}
