import { ownEmailsUrl } from "@/lib/mail/templates/own-emails-url";
import { env } from "@/lib/platform/env";
import { oneClickHeaders, unsubscribeHeaders } from "./recipients/link";

/** No person wrote the email, so that holiday replies and other programs do not reply to it (RFC 3834). */
export const AUTO_SUBMITTED = { "Auto-Submitted": "auto-generated" };

type SentEmail = {
  /** Null for an email about an account. */
  caseId: string | null;
  /** The incident of the alert, if it has one. */
  incidentId: string | null;
  /** The id of the recipient, if the address belongs to no member of the case. */
  outsiderId: string | null;
  /** Where one click ends the subscription that it was sent for, if it was. */
  leaveUrl?: string | null;
};

/** The headers of an email besides sender, recipient and subject. */
export const buildHeaders = ({
  caseId,
  incidentId,
  outsiderId,
  leaveUrl,
}: SentEmail): Record<string, string> => ({
  ...AUTO_SUBMITTED,
  ...(incidentId && threadHeaders(incidentId)),
  ...(leaveUrl && oneClickHeaders(leaveUrl)),
  ...(outsiderId ? unsubscribeHeaders(outsiderId) : caseId && settingsHeaders(caseId)),
});

/**
 * Everything about one incident replies to one message that was never sent, so that mail programs show it as one thread whichever of
 * its emails they have. A provider may choose the Message-ID itself, so that no email can be the first of its thread.
 */
function threadHeaders(incidentId: string) {
  const root = `<${incidentId}@${new URL(env.APP_URL).hostname}>`;
  return {
    "In-Reply-To": root,
    References: root,
    // Gmail keeps emails with different values apart, and the Resend provider gives each its own by default.
    "X-Entity-Ref-ID": incidentId,
  };
}

/**
 * Where members choose what they get (RFC 2369). Without `List-Unsubscribe-Post`: a page behind a sign-in cannot unsubscribe with
 * one click (RFC 8058).
 */
const settingsHeaders = (caseId: string) => ({
  "List-Unsubscribe": `<${ownEmailsUrl(`${env.APP_URL}/${caseId}`)}>`,
});
