import type { CheckInResult } from "@/lib/rules/reports/check-in";
import type { NoRecipient } from "./find-recipient";

/** A reply to an SMTP command. Senders retry after 4xx, and give up after 5xx. */
export type SmtpResponse = { code: number; text: string };

/** The result of an email for one address. It has no age that could be refused. */
export type EmailResult = Exclude<CheckInResult["kind"], "refused"> | "ignored" | "too_large";

const ANSWERS: Record<EmailResult, SmtpResponse> = {
  recorded: { code: 250, text: "Got it, thanks!" },
  ignored: { code: 250, text: "Accepted, but it is no check-in" },
  limited: {
    code: 452,
    text: "Too many check-ins: after the first 10 in an hour, one a minute is accepted. Try again later",
  },
  lost: { code: 451, text: "The check-in could not be recorded. Try again in a minute" },
  unknown: { code: 550, text: "No snitch has this address any more. Copy it again from the snitch's page" },
  too_large: {
    code: 552,
    text: "Keywords are looked for in messages of up to 1 MB. Send less text, or say what it means in the address",
  },
};

/**
 * SMTP has one reply for all addresses of a message. Results that need a retry come first, because they would be lost otherwise and
 * a repeat is recorded once; then those to report to the sender.
 */
const ORDER: EmailResult[] = ["lost", "limited", "too_large", "recorded", "ignored", "unknown"];

/** The reply to a message, by its result for each of its addresses. */
export function responseTo(results: EmailResult[]): SmtpResponse {
  const decisive = ORDER.find((kind) => results.includes(kind)) ?? "lost";
  return ANSWERS[decisive];
}

/** The message exceeds every limit. */
export const tooLarge = (maxBytes: number): SmtpResponse => ({
  code: 552,
  text: `The message is larger than ${maxBytes / 1_000_000} MB. Send less`,
});

/** The address is in another domain. */
export const otherDomain = (domain: string): SmtpResponse => ({
  code: 550,
  text: `Only addresses that end in @${domain} take check-ins here`,
});

/** The address couldn't be looked up. */
export const NOT_LOOKED_UP: SmtpResponse = {
  code: 451,
  text: "The address cannot be looked up now. Try again in a minute",
};

/** The address accepts no check-ins. */
export const NO_RECIPIENT: Record<NoRecipient, SmtpResponse> = {
  unknown: { code: 550, text: "No snitch has this address. Copy it again from the snitch's page" },
  ambiguous: { code: 550, text: "Several snitches have this slug. Use the address on the snitch's page" },
  forbidden: { code: 550, text: "This key may only read. Use one that may send check-ins" },
};
