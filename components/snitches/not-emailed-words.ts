import { dateInUtc } from "@/components/time-in-words";
import type { EmailMark } from "@/lib/rules/address-mark";

const MARK_WORDS: Record<EmailMark, string> = {
  bounced: "e-mails bounce since",
  complained: "reported an e-mail as spam on",
};

/** Why an address gets no e-mails: “unsubscribed on 10 Mar 2026 (UTC)”. */
export function notEmailedInWords({
  leftAt,
  askedAt,
  notSent,
  mark,
}: {
  leftAt: Date | null;
  askedAt: Date | null;
  /** Why the request to confirm has reached nobody. */
  notSent: string | null;
  /** Why e-mails do not arrive; null if they do. */
  mark: { mark: EmailMark; markedAt: Date } | null;
}): string {
  if (mark && !leftAt) return markInWords(mark);
  if (askedAt && notSent && !leftAt) {
    return `not confirmed yet; the request of ${dateInUtc(askedAt)} (UTC) was ${notSent}`;
  }
  if (leftAt) return `unsubscribed on ${dateInUtc(leftAt)} (UTC)`;
  return askedAt ? `not confirmed yet, asked on ${dateInUtc(askedAt)} (UTC)` : "not confirmed yet";
}

/** “e-mails bounce since 10 Mar 2026 (UTC)” */
export const markInWords = ({ mark, markedAt }: { mark: EmailMark; markedAt: Date }): string =>
  `${MARK_WORDS[mark]} ${dateInUtc(markedAt)} (UTC)`;
