import type { TimeFormats } from "@/components/time-formats";
import type { EmailMark } from "@/lib/rules/notifications/address-mark";

const MARK_LABELS: Record<EmailMark, string> = {
  bounced: "emails have bounced since",
  complained: "reported an email as spam on",
};

type NotEmailed = {
  leftAt: Date | null;
  askedAt: Date | null;
  /** Why the request to confirm has reached no one. */
  notSent: string | null;
  /** Why emails do not arrive; null if they do. */
  mark: Marked | null;
};

type Marked = { mark: EmailMark; markedAt: Date };
type NameDate = TimeFormats["date"];

/** Why an address gets no emails: “unsubscribed on 10 Mar 2026”. */
export function formatNotEmailed({ leftAt, askedAt, notSent, mark }: NotEmailed, date: NameDate): string {
  if (mark && !leftAt) return formatMark(mark, date);
  if (askedAt && notSent && !leftAt) {
    return `not confirmed yet; the request from ${date(askedAt)} was ${notSent}`;
  }
  if (leftAt) return `unsubscribed on ${date(leftAt)}`;
  return askedAt ? `not confirmed yet, asked on ${date(askedAt)}` : "not confirmed yet";
}

/** “emails have bounced since 10 Mar 2026” */
export const formatMark = ({ mark, markedAt }: Marked, date: NameDate): string =>
  `${MARK_LABELS[mark]} ${date(markedAt)}`;
