import { formatChannelName } from "@/lib/channels/name";
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
export type SentNotification = {
  id: string;
  /** A key of the receiver, equal for all messages to it. */
  target: string;
  to: string;
  how: "mail" | "webhook" | "channel";
  /** “captured”: kept in the outbox, because no mail server was set up. It has reached nobody. */
  outcome: "sent" | "captured" | "pending" | "gave_up" | "skipped" | "superseded";
  /** Why a captured e-mail was not sent, in words. */
  capture?: string;
  /** Why an e-mail was skipped. */
  skipReason?: SkipReason | null;
  /** Whether the address stood in for others. */
  isFallback?: boolean;
  /** Whether it was about an incident that nobody had acknowledged. */
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
    include: { history: ATTEMPTS, channel: { select: { kind: true, name: true, url: true } } },
  },
} as const satisfies Prisma.AlertSelect;

/** The e-mails and deliveries of an alert, in the order in which they were queued. */
export const listSentNotifications = ({
  emails,
  deliveries,
}: Prisma.AlertGetPayload<{ select: typeof NOTIFICATIONS }>): SentNotification[] => [
  ...emails.map(({ address, sentAt, summary, ...email }) => {
    // It has the outcome of the e-mail that it went out in.
    const own = summary ? { ...email, ...summary, doneAt: summary.sentAt } : { ...email, doneAt: sentAt };
    return buildNotification("mail", address, { ...own, isSummarized: summary !== null });
  }),
  ...deliveries.map(({ channel, channelId, acceptedAt, ...delivery }) =>
    buildNotification(channel.kind === "webhook" ? "webhook" : "channel", formatChannelName(channel), {
      ...delivery,
      channelId,
      doneAt: acceptedAt,
    }),
  ),
];

/** An e-mail or a delivery with its attempts. `doneAt`: when the receiver accepted it. */
type NotificationRow = {
  id: string;
  /** Of a delivery. */
  channelId?: string;
  doneAt: Date | null;
  gaveUpAt: Date | null;
  supersededAt?: Date | null;
  skipReason?: SkipReason | null;
  mark?: EmailMark | null;
  isFallback?: boolean;
  isEscalation?: boolean;
  heldFor?: EmailHold | null;
  dueAt?: Date;
  isSummarized?: boolean;
  history: NotificationAttempt[];
};

export function buildNotification(
  how: SentNotification["how"],
  to: string,
  {
    id,
    channelId,
    doneAt,
    gaveUpAt,
    supersededAt,
    skipReason: refusal,
    mark,
    isFallback,
    isEscalation,
    heldFor,
    dueAt,
    isSummarized,
    history,
  }: NotificationRow,
): SentNotification {
  const skipReason = refusal ?? mark;
  const isHeld = heldFor && !isSummarized && !doneAt && !gaveUpAt;
  const isCaptured = how === "mail" && wasOnlyCaptured(history);
  return {
    id,
    target: channelId ?? to.toLowerCase(),
    to,
    how,
    outcome: isCaptured ? "captured" : chooseOutcome({ doneAt, gaveUpAt, supersededAt, skipReason }),
    ...(isCaptured && { capture: captureInWords() }),
    skipReason,
    isFallback,
    ...(isEscalation && { isEscalation }),
    ...(heldFor && { heldFor, heldUntil: isHeld ? dueAt : null }),
    attempts: history,
  };
}

function chooseOutcome({
  doneAt,
  gaveUpAt,
  supersededAt,
  skipReason,
}: Pick<NotificationRow, "doneAt" | "gaveUpAt" | "supersededAt" | "skipReason">) {
  if (doneAt) return "sent";
  if (supersededAt) return "superseded";
  if (skipReason) return "skipped";
  return gaveUpAt ? "gave_up" : "pending";
}
