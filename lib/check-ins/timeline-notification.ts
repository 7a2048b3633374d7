import { hostOfTarget } from "@/lib/channels/target";
import { wasOnlyCaptured } from "@/lib/mail/capture";
import { captureInWords } from "@/lib/mail/capture-words";
import type { Prisma } from "@/lib/platform/generated/client";
import type { EmailHold } from "@/lib/platform/generated/enums";
import type { EmailMark } from "@/lib/rules/address-mark";
import type { SkipReason } from "@/lib/rules/choose-recipients";

/** One attempt to send an e-mail or a delivery. */
export type NotificationAttempt = {
  at: Date;
  outcome: string;
  status: number | null;
  latencyMs: number;
  /** The beginning of the server's response. */
  response: string;
};

/** An e-mail or a delivery, and its attempts. */
export type Notification = {
  id: string;
  to: string;
  how: "mail" | "webhook";
  /** “captured”: kept in the outbox, because no mail server was set up. It has reached nobody. */
  outcome: "sent" | "captured" | "pending" | "gave_up" | "skipped";
  /** Why a captured e-mail was not sent, in words. */
  capture?: string;
  /** Why an e-mail was skipped. */
  skipReason?: SkipReason | null;
  /** Whether the address stood in for others. */
  isFallback?: boolean;
  /** Whether it told of an incident that nobody had acknowledged. */
  isEscalation?: boolean;
  /** Why it waits, or went out in one e-mail with others. */
  heldFor?: EmailHold | null;
  /** Until when it waits. */
  heldUntil?: Date | null;
  /** Every attempt, the latest first. */
  attempts: NotificationAttempt[];
};

/** Selects the attempts of an e-mail or a delivery. */
export const ATTEMPTS = {
  orderBy: { id: "desc" },
  select: { at: true, status: true, latencyMs: true, outcome: true, response: true },
} as const satisfies Prisma.AttemptFindManyArgs;

/** Selects the e-mails and deliveries of an alert. */
export const NOTIFICATIONS = {
  emails: {
    orderBy: { id: "asc" },
    include: {
      history: ATTEMPTS,
      summary: { select: { sentAt: true, gaveUpAt: true, skipReason: true, mark: true, history: ATTEMPTS } },
    },
  },
  deliveries: {
    orderBy: { id: "asc" },
    include: { history: ATTEMPTS, channel: { select: { url: true } } },
  },
} as const satisfies Prisma.AlertSelect;

/** The e-mails and deliveries of an alert, in the order in which they were queued. */
export const notificationsOf = ({
  emails,
  deliveries,
}: Prisma.AlertGetPayload<{ select: typeof NOTIFICATIONS }>): Notification[] => [
  ...emails.map(({ address, sentAt, summary, ...email }) => {
    // What became of the e-mail that it went out in became of it.
    const own = summary ? { ...email, ...summary, doneAt: summary.sentAt } : { ...email, doneAt: sentAt };
    return notificationOf("mail", address, { ...own, isSummarized: summary !== null });
  }),
  ...deliveries.map(({ channel, acceptedAt, ...delivery }) =>
    notificationOf("webhook", hostOfTarget(channel.url), { ...delivery, doneAt: acceptedAt }),
  ),
];

/** An e-mail or a delivery with its attempts. `doneAt`: when the receiver accepted it. */
type NotificationRow = {
  id: string;
  doneAt: Date | null;
  gaveUpAt: Date | null;
  skipReason?: SkipReason | null;
  mark?: EmailMark | null;
  isFallback?: boolean;
  isEscalation?: boolean;
  heldFor?: EmailHold | null;
  dueAt?: Date;
  isSummarized?: boolean;
  history: NotificationAttempt[];
};

export function notificationOf(
  how: Notification["how"],
  to: string,
  {
    id,
    doneAt,
    gaveUpAt,
    skipReason: refusal,
    mark,
    isFallback,
    isEscalation,
    heldFor,
    dueAt,
    isSummarized,
    history,
  }: NotificationRow,
): Notification {
  const skipReason = refusal ?? mark;
  const isHeld = heldFor && !isSummarized && !doneAt && !gaveUpAt;
  const isCaptured = how === "mail" && wasOnlyCaptured(history);
  return {
    id,
    to,
    how,
    outcome: isCaptured ? "captured" : outcomeOf({ doneAt, gaveUpAt, skipReason }),
    ...(isCaptured && { capture: captureInWords() }),
    skipReason,
    isFallback,
    ...(isEscalation && { isEscalation }),
    ...(heldFor && { heldFor, heldUntil: isHeld ? dueAt : null }),
    attempts: history,
  };
}

function outcomeOf({
  doneAt,
  gaveUpAt,
  skipReason,
}: Pick<NotificationRow, "doneAt" | "gaveUpAt" | "skipReason">) {
  if (doneAt) return "sent";
  if (skipReason) return "skipped";
  return gaveUpAt ? "gave_up" : "pending";
}
