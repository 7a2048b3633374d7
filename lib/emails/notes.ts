import type { Closing, MailContent } from "@/lib/mail/templates/content";
import { env } from "@/lib/platform/env";
import type { LoadedEmail } from "./load";
import { recipientUrl } from "./recipients/link";

/** Adds what the reader must know because of the address: that it stands in for others, and how to unsubscribe without an account. */
export function withNotes(content: MailContent, email: LoadedEmail, outsiderId: string | null): MailContent {
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
