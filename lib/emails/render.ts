import type { EmailMessage } from "@/lib/mail/mail";
import { buildAlertContent, type Dependents } from "@/lib/mail/templates/alert";
import type { Closing, MailContent } from "@/lib/mail/templates/content";
import { buildReminderContent } from "@/lib/mail/templates/reminder";
import { renderContent } from "@/lib/mail/templates/render";
import { buildTransactionalContent, isTransactional } from "@/lib/mail/templates/transactional";
import { transactionalFacts } from "@/lib/mail/templates/transactional-facts";
import { notificationFor } from "@/lib/outbox/notification-for";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { isFailing } from "@/lib/rules/messages/notification";
import { toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { workingTimezone } from "@/lib/rules/schedule/time-zone";
import { zoneOfTimes } from "@/lib/rules/schedule/zone-of-times";
import { findDependents } from "./dependents";
import { buildHeaders } from "./headers";
import { type LoadedEmail, loadEmails } from "./load";
import { findOutsiders } from "./outsiders";
import { recipientUrl } from "./recipients/link";

/** Renders these emails. Skips those that were deleted, and those that cannot be rendered, which are logged. */
export async function renderEmails(ids: string[]): Promise<EmailMessage[]> {
  const emails = await loadEmails(ids);
  const [dependents, outsiders] = await Promise.all([
    findDependents(emails.flatMap(({ row, snitchId }) => (row.alert && snitchId) || [])),
    findOutsiders(emails),
  ]);
  const rendered = await Promise.allSettled(
    emails.map(async (email): Promise<EmailMessage> => {
      const outsiderId = outsiders.get(email.id) ?? null;
      const content = withNotes(buildContent(email, dependents, outsiderId !== null), email, outsiderId);
      const headers = buildHeaders({
        caseId: email.caseId,
        incidentId: email.row.incident?.id ?? null,
        outsiderId,
        leaveUrl: leaveUrlIn(email),
      });
      return { id: email.id, to: email.address, headers, ...(await renderContent(content)) };
    }),
  );
  return rendered.flatMap((result, i) => {
    if (result.status === "fulfilled") return result.value;
    log.error({ email: emails[i]?.id, err: result.reason }, "an email could not be rendered");
    return [];
  });
}

const leaveUrlIn = ({ kind, facts }: LoadedEmail) =>
  kind === "page_updates" ? transactionalFacts.page_updates.parse(facts).leaveUrl : null;

function buildContent(
  email: LoadedEmail,
  dependents: Map<string, Dependents>,
  isOutsider: boolean,
): MailContent {
  const {
    id,
    kind,
    facts,
    row,
    snitchId,
    terms: columns,
    addedAt,
    isUrlReplaced,
    pausedAt,
    lastCheckedInAt,
  } = email;
  const zone = chooseZone(email);
  if (isTransactional(kind)) return buildTransactionalContent(kind, facts, zone);
  const { snitch, caseName } = row;
  if (!snitch || !snitchId || !columns || !addedAt) throw new Error(`Email ${id} has no snitch.`);
  const terms = toScheduleTerms(columns);
  const caseUrl = `${env.APP_URL}/${row.caseId}`;
  const snitchUrl = `${caseUrl}/snitches/${snitch.token}`;
  if (kind !== "alert") {
    // An email may be forwarded, and a viewer may not see a replaced URL.
    const urls = isOutsider
      ? null
      : { snitch: snitchUrl, checkIn: isUrlReplaced ? null : `${env.CHECK_IN_URL}/${snitch.token}` };
    const since = kind === "pending_reminder" ? addedAt : (pausedAt ?? addedAt);
    return buildReminderContent({ kind, snitch, terms, since, caseName, zone, caseUrl, urls });
  }
  const notification = notificationFor({ id, event: null, isPast: false }, row);
  const { alert } = notification;
  if (!alert) throw new Error(`Email ${id} has no alert.`);
  return buildAlertContent({
    notification: { ...notification, alert },
    lastCheckedInAt,
    dependents: isFailing(notification) ? dependents.get(snitchId) : undefined,
    terms,
    zone,
    snitchUrl,
  });
}

/** The zone of the times of an email: that of the account of its reader or of their browser, else that of the snitch’s schedule, else UTC. */
const chooseZone = ({ accountZone, terms }: LoadedEmail): string =>
  workingTimezone(accountZone ?? (terms ? zoneOfTimes(terms) : "UTC"));

/** Adds what the reader must know because of the address: that it stands in for others, and how to unsubscribe without an account. */
function withNotes(content: MailContent, email: LoadedEmail, outsiderId: string | null): MailContent {
  const standsIn = [
    ...(email.isEscalation ? [ESCALATION_NOTE] : []),
    ...(email.isFallback ? [fallbackNote(email)] : []),
  ];
  // The confirmation request itself says how to refuse.
  if (outsiderId === null || email.kind === "address_confirmation") {
    return { ...content, footnotes: standsIn };
  }
  const choice = choiceNote(outsiderId);
  // The closing of an alert explains how members stop the emails.
  if (email.kind === "alert") {
    // The page of the snitch has its token in its URL, with which anyone can check in.
    const button = { label: "Open Alert", url: `${env.APP_URL}/${email.caseId}/alerts/${email.row.alertId}` };
    // Acknowledging and snoozing need an account.
    return { ...content, button, otherButtons: [], closing: choice, footnotes: standsIn };
  }
  return { ...content, footnotes: [...standsIn, choice] };
}

const ESCALATION_NOTE: Closing = {
  words:
    "You received this because you are part of the case’s escalation, and no one has acknowledged the incident yet.",
};

function fallbackNote({ caseId, row: { snitch } }: LoadedEmail): Closing {
  const page = `${env.APP_URL}/${caseId}`;
  return {
    words:
      "You received this because none of the recipients can be emailed: they haven’t confirmed their addresses, have unsubscribed, or their addresses bounce. To see who they are,",
    link: snitch
      ? { label: "open the snitch", url: `${page}/snitches/${snitch.token}` }
      : { label: "open the case’s settings", url: `${page}/settings/notifications` },
  };
}

const choiceNote = (outsiderId: string): Closing => ({
  words: "To get fewer emails from this case, or none,",
  link: { label: "choose here, without an account", url: recipientUrl(outsiderId) },
});
