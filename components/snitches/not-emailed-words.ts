import type { TimesInWords } from "@/components/time-in-words";
import type { EmailMark } from "@/lib/rules/notifications/address-mark";

const MARK_WORDS: Record<EmailMark, string> = {
  bounced: "e-mails have bounced since",
  complained: "reported an e-mail as spam on",
};

type NotEmailed = {
  leftAt: Date | null;
  askedAt: Date | null;
  /** Why the request to confirm has reached nobody. */
  notSent: string | null;
  /** Why e-mails do not arrive; null if they do. */
  mark: Marked | null;
};

type Marked = { mark: EmailMark; markedAt: Date };
type NameDate = TimesInWords["date"];

/** Why an address gets no e-mails: “unsubscribed on 10 Mar 2026”. */
export function notEmailedInWords({ leftAt, askedAt, notSent, mark }: NotEmailed, date: NameDate): string {
  if (mark && !leftAt) return markInWords(mark, date);
  if (askedAt && notSent && !leftAt) {
    return `not confirmed yet; the request from ${date(askedAt)} was ${notSent}`;
  }
  if (leftAt) return `unsubscribed on ${date(leftAt)}`;
  return askedAt ? `not confirmed yet, asked on ${date(askedAt)}` : "not confirmed yet";
}

/** “e-mails have bounced since 10 Mar 2026” */
export const markInWords = ({ mark, markedAt }: Marked, date: NameDate): string =>
  `${MARK_WORDS[mark]} ${date(markedAt)}`;
