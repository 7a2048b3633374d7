import clsx from "clsx";
import { Mail, Send, Webhook } from "@/components/ui/icons";
import { formatFailure } from "@/lib/channels/outcome-text";
import type { NotificationAttempt, SentNotification } from "@/lib/history/sent-notification";
import { formatCount } from "@/lib/rules/format-count";
import type { SkipReason } from "@/lib/rules/notifications/choose-recipients";
import { formatWeekTime } from "@/lib/rules/notifications/format-channel-hours";
import { Time } from "./time";

/** Who was notified, one line for each, with the attempts if it did not work at once. */
export const Notifications = ({ notifications }: { notifications: SentNotification[] }) =>
  notifications.map((one) => <NotificationLine key={one.id} notification={one} />);

const LOOKS: Partial<Record<SentNotification["outcome"], string>> = {
  gave_up: "text-failed",
  captured: "text-errored",
};

const ICONS = { mail: Mail, webhook: Webhook, channel: Send };

function NotificationLine({ notification }: { notification: SentNotification }) {
  const Icon = ICONS[notification.how];
  const line = (
    <span className="inline-flex min-w-0 items-baseline gap-1.5">
      <Icon aria-hidden className="size-3 shrink-0 translate-y-0.5" />
      <span className="min-w-0 wrap-anywhere">{formatNotification(notification)}</span>
    </span>
  );
  const look = clsx("text-xs", LOOKS[notification.outcome] ?? "text-ink-quiet");
  if (notification.attempts.every(({ outcome }) => outcome === "accepted" || outcome === "nothing_to_say"))
    return <p className={look}>{line}</p>;
  return (
    <details className={look}>
      <summary className="py-0.5">{line}</summary>
      <ol className="grid gap-1 py-1 pl-5">
        {notification.attempts.map((one) => (
          <li key={one.at.toISOString()}>
            <Time at={one.at} as="time" />: {formatResponse(one)} after {one.latencyMs.toLocaleString("en")}{" "}
            ms
            {one.response && (
              <pre className="max-h-40 overflow-auto font-mono wrap-anywhere whitespace-pre-wrap">
                {one.response}
              </pre>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}

const formatResponse = ({ status, outcome }: NotificationAttempt) => formatFailure(outcome, status);

function formatHold({ how, heldFor, zone }: SentNotification, until: Date): string {
  if (heldFor === "storm")
    return "held to the end of the minute, because many alerts arrived at the same time";
  if (how === "mail") return "held until quiet hours end";
  const why = heldFor === "hours" ? "hours of this channel" : "quiet hours of its person";
  return `held until ${formatWeekTime(until, zone ?? "UTC")} (${why})`;
}

const SKIP_LABELS: Record<SkipReason, string> = {
  left: "not sent, unsubscribed",
  unconfirmed: "not sent, address not confirmed yet",
  bounced: "not sent, an earlier email bounced",
  complained: "not sent, an earlier email was reported as spam",
};

/** What became of a message, in words. */
export function formatNotification(notification: SentNotification): string {
  const {
    how,
    to,
    outcome,
    attempts,
    skipReason,
    isFallback,
    isEscalation,
    heldFor,
    heldUntil,
    isSummarized,
    capture,
  } = notification;
  const [latest] = attempts;
  const count = formatCount(attempts.length, "attempt");
  const why = latest ? ` (${formatResponse(latest)})` : "";
  if (heldFor && heldUntil) return `${to}: ${formatHold(notification, heldUntil)}`;
  const together = heldFor ? ", in one email with others" : "";
  if (outcome === "captured") return `${to}${isFallback ? " instead" : ""}: ${capture}${together}`;
  // Only an email that was sent has attempts.
  if (outcome === "skipped" && skipReason === "bounced" && latest) return `${to}: bounced`;
  if (outcome === "skipped") return `${to}: ${skipReason ? SKIP_LABELS[skipReason] : "not sent"}`;
  if (outcome === "gave_up") return latest ? `${to}: gave up after ${count}${why}` : `${to}: gave up`;
  if (outcome === "superseded") return `${to}: superseded by a later message`;
  if (outcome === "pending") return latest ? `${to}: ${count}${why}, retrying` : `${to}: queued`;
  if (latest?.outcome === "nothing_to_say") return `${to}: nothing to send`;
  if (how === "mail")
    return `Sent to ${to}${isFallback ? " instead" : ""}${together}${isEscalation ? ", because no one had acknowledged it" : ""}`;
  const summarized = isSummarized ? ", in one message with others" : "";
  return `Delivered to ${to}${latest ? ` in ${latest.latencyMs.toLocaleString("en")} ms` : ""}${summarized}`;
}
