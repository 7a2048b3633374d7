import { formatChannelName } from "@/lib/channels/name";
import { wasOnlyCaptured } from "@/lib/mail/capture";
import { describeCapture } from "@/lib/mail/describe-capture";
import { prepared } from "@/lib/platform/db";
import type { DeliveryHold, EmailHold } from "@/lib/platform/generated/enums";
import { MINUTE_MS } from "@/lib/rules/durations";
import type { EmailMark } from "@/lib/rules/notifications/address-mark";
import type { SkipReason } from "@/lib/rules/notifications/choose-recipients";

/** One attempt to send an email or a delivery. */
export type NotificationAttempt = {
  at: Date;
  outcome: string;
  status: number | null;
  latencyMs: number;
  /** The beginning of the server's response. */
  response: string;
};

/** An email or a delivery, and its attempts. */
export type SentNotification = {
  id: string;
  /** A key of the receiver, equal for all messages to it. */
  target: string;
  to: string;
  how: "mail" | "webhook" | "channel";
  /** “captured”: kept in the outbox, because no mail server was set up. It has reached no one. */
  outcome: "sent" | "captured" | "pending" | "gave_up" | "skipped" | "superseded";
  /** Why a captured email was not sent, in words. */
  capture?: string;
  /** Why an email was skipped. */
  skipReason?: SkipReason | null;
  /** Whether the address stood in for others. */
  isFallback?: boolean;
  /** Whether it was about an incident that no one had acknowledged. */
  isEscalation?: boolean;
  /** Why it waits, or went out in one email with others. */
  heldFor?: EmailHold | DeliveryHold | null;
  /** Until when it waits. */
  heldUntil?: Date | null;
  /** The zone of the hours that a channel waits for. */
  zone?: string | null;
  /** Whether it went out in one message with others. */
  isSummarized?: boolean;
  /** Every attempt, the latest first. */
  attempts: NotificationAttempt[];
};

/** SQL for the attempts of a message, the latest first, as JSON; `condition` finds them. */
export const selectAttempts = (condition: string) => `(
  SELECT coalesce(json_agg(json_build_object('at', at, 'status', status, 'latencyMs', latency_ms, 'outcome', outcome,
    'response', response) ORDER BY id DESC), '[]') FROM attempts WHERE ${condition})`;

/** An email or a delivery about an alert, with its attempts. */
export type QueuedMessage = NotificationRow & {
  alertId: string;
  /** Null for a delivery. */
  address: string | null;
  /** Null for an email. */
  channel: { id: string; kind: string; name: string; url: string } | null;
  /** The outcome of a delivery as the service reported it; null if it reported none. */
  proof: string | null;
  dueAt: Date;
  createdAt: Date;
};

/** What went out in a summary has the outcome of that one: `o`, which is the message itself otherwise. */
const MESSAGES = `SELECT * FROM (
  SELECT e.alert_id AS "alertId", e.id, e.address, NULL::json AS channel, o.sent_at AS "doneAt", o.gave_up_at AS "gaveUpAt",
    NULL::timestamptz AS "supersededAt", o.skip_reason::text AS "skipReason", o.mark::text AS mark, e.is_fallback AS "isFallback",
    e.is_escalation AS "isEscalation", e.held_for::text AS "heldFor", e.summary_id IS NOT NULL AS "isSummarized", true AS "isHeld", NULL AS zone, NULL AS proof,
    e.due_at AS "dueAt", e.created_at AS "createdAt", ${selectAttempts("email_id = o.id")} AS history
  FROM emails e JOIN emails o ON o.id = coalesce(e.summary_id, e.id) WHERE e.alert_id = ANY($1::uuid[])
  UNION ALL
  SELECT d.alert_id, d.id, NULL, json_build_object('id', c.id, 'kind', c.kind, 'name', c.name, 'url', c.url), o.accepted_at,
    o.gave_up_at, o.superseded_at, NULL, NULL, false, false, d.held_for::text, d.summary_id IS NOT NULL, d.is_held,
    coalesce(c.timezone, (SELECT m.timezone FROM members m WHERE m.case_id = c.case_id AND m.user_id = c.user_id)), d.proof,
    d.due_at, d.created_at, ${selectAttempts("delivery_id = o.id")}
  FROM deliveries d JOIN deliveries o ON o.id = coalesce(d.summary_id, d.id) JOIN channels c ON c.id = d.channel_id WHERE d.alert_id = ANY($1::uuid[])) AS messages
  ORDER BY address IS NULL, id`;

/** The emails and then the deliveries about each of these alerts, in the order in which they were queued, by the id of the alert. */
export async function listMessages(alertIds: string[]): Promise<Map<string, QueuedMessage[]>> {
  if (alertIds.length === 0) return new Map();
  const rows = await prepared<QueuedMessage>(MESSAGES, [alertIds]);
  const byAlert = new Map<string, QueuedMessage[]>(alertIds.map((id) => [id, []]));
  for (const row of rows) byAlert.get(row.alertId)?.push({ ...row, history: readAttempts(row.history) });
  return byAlert;
}

/** Postgres writes times in JSON as texts. */
export const readAttempts = (history: NotificationAttempt[]) =>
  history.map((attempt) => ({ ...attempt, at: new Date(attempt.at) }));

/** Who was notified by these messages, and how that went. */
export const listSentNotifications = (messages: QueuedMessage[]): SentNotification[] =>
  messages.map(({ channel, address, ...message }) =>
    channel
      ? buildNotification(channel.kind === "webhook" ? "webhook" : "channel", formatChannelName(channel), {
          ...message,
          channelId: channel.id,
        })
      : buildNotification("mail", address ?? "", message),
  );

/** An email that was created this long after its alert is a later notification. */
const LATER_MS = 2 * MINUTE_MS;

/** When people were notified of an alert by these messages, if that was later than `noticedAt`; null otherwise. */
export function notifiedLaterAt(noticedAt: Date, messages: QueuedMessage[]): Date | null {
  const firstMs = Math.min(...messages.map(({ createdAt }) => createdAt.getTime()));
  return messages.length > 0 && firstMs - noticedAt.getTime() > LATER_MS ? new Date(firstMs) : null;
}

/** An email or a delivery with its attempts. `doneAt`: when the receiver accepted it. */
export type NotificationRow = {
  id: string;
  /** Only for deliveries. */
  channelId?: string;
  doneAt: Date | null;
  gaveUpAt: Date | null;
  supersededAt?: Date | null;
  skipReason?: SkipReason | null;
  mark?: EmailMark | null;
  isFallback?: boolean;
  isEscalation?: boolean;
  heldFor?: EmailHold | DeliveryHold | null;
  dueAt?: Date;
  isSummarized?: boolean;
  /** Whether a delivery is still held. */
  isHeld?: boolean;
  zone?: string | null;
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
    isHeld: mayBeHeld = true,
    zone,
    history,
  }: NotificationRow,
): SentNotification {
  const skipReason = refusal ?? mark;
  const isHeld = heldFor && mayBeHeld && !isSummarized && !doneAt && !gaveUpAt;
  const isCaptured = how === "mail" && wasOnlyCaptured(history);
  return {
    id,
    target: channelId ?? to.toLowerCase(),
    to,
    how,
    outcome: isCaptured ? "captured" : chooseOutcome({ doneAt, gaveUpAt, supersededAt, skipReason }),
    ...(isCaptured && { capture: describeCapture() }),
    skipReason,
    isFallback,
    ...(isEscalation && { isEscalation }),
    ...(heldFor && { heldFor, heldUntil: isHeld ? dueAt : null, zone, isSummarized }),
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
