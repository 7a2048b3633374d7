import clsx from "clsx";
import { RelativeTime } from "@/components/relative-time";
import { Time } from "@/components/time";
import { Mail, Play, Webhook } from "@/components/ui/icons";
import type { Entry } from "@/lib/check-ins/timeline-entries";
import type { Notification, NotificationAttempt } from "@/lib/check-ins/timeline-notification";
import type { AlertKind } from "@/lib/rules/alert-draft";
import type { SkipReason } from "@/lib/rules/choose-recipients";
import { durationInWords } from "@/lib/rules/duration-in-words";
import { NOT_LISTENING, STATUS_WORDS } from "@/lib/rules/history-words";
import type { Status } from "@/lib/rules/snitch-state";
import { StatusMark } from "./status-badge";

type Reminder = Extract<Entry, { kind: "reminder" }>;

const ALERTS: Record<AlertKind, { word: string; status: Status }> = {
  missing: { word: STATUS_WORDS.failed, status: "failed" },
  errored: { word: STATUS_WORDS.errored, status: "errored" },
  reporting: { word: "Reporting", status: "healthy" },
  paused: { word: STATUS_WORDS.paused, status: "paused" },
};

const REMINDERS: Partial<Record<Reminder["reminder"], string>> = {
  pending_reminder: "Reminder: it has not checked in yet",
  paused_reminder: "Reminder: it is paused",
};

/** A snitch's timeline, newest first: check-ins, changes of status, and notifications. */
export function Timeline({ entries, now }: { entries: Entry[]; now: Date }) {
  return (
    <ol className="grid">
      {entries.map((entry) => (
        <li
          key={entry.id}
          className="grid grid-cols-[0.75rem_minmax(0,1fr)_auto] items-baseline gap-x-3 border-b border-line py-2 text-sm last:border-0"
        >
          <What entry={entry} />
          <span className="text-right text-ink-quiet">
            <RelativeTime at={entry.at} now={now} />
            <Time at={entry.at} as="second" isTabStop={false} className="hidden pl-3 text-xs sm:inline" />
          </span>
        </li>
      ))}
    </ol>
  );
}

function What({ entry }: { entry: Entry }) {
  switch (entry.kind) {
    case "check_in":
      return <CheckIn entry={entry} />;
    case "alert":
      return (
        <>
          <StatusMark status={ALERTS[entry.alert].status} />
          <div className="grid min-w-0 gap-1">
            <p className="font-medium">{ALERTS[entry.alert].word}</p>
            <Notifications notifications={entry.notifications} />
          </div>
        </>
      );
    case "unpaused":
      return (
        <>
          <Play aria-hidden className="size-2.5 self-center text-paused" />
          <p className="font-medium">
            Pause ended{" "}
            <span className="font-normal text-ink-quiet">
              after {durationInWords(entry.at.getTime() - entry.pausedAt.getTime())}
            </span>
          </p>
        </>
      );
    case "unknown_miss":
      return (
        <>
          <StatusMark status="pending" />
          <p className="font-medium">
            Unknown{" "}
            <span className="font-normal text-ink-quiet">
              {NOT_LISTENING} from <Time at={entry.silenceStartsAt} /> to{" "}
              <Time at={entry.silenceEndsAt} near={entry.silenceStartsAt} />, so a check-in may have been lost
            </span>
          </p>
        </>
      );
    case "reminder":
      return (
        <>
          <Mail aria-hidden className="size-2.5 self-center text-ink-quiet" />
          <div className="grid min-w-0 gap-1">
            <p>{REMINDERS[entry.reminder] ?? "E-mail"}</p>
            <Notifications notifications={entry.notifications} />
          </div>
        </>
      );
  }
}

function CheckIn({
  entry: { isHealthy, accepted, exitStatus, message, from },
}: {
  entry: Extract<Entry, { kind: "check_in" }>;
}) {
  const title = isHealthy ? "Checked in" : "Reported an error";
  return (
    <>
      <StatusMark status={!accepted ? "pending" : isHealthy ? "healthy" : "errored"} className="opacity-70" />
      <div title={from} className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
        <p className={clsx("min-w-0 wrap-anywhere", !accepted && "text-ink-quiet")}>
          {accepted ? title : "Rate limited, not counted"}
          {exitStatus && <span className="text-ink-quiet">, exit status {exitStatus}</span>}
        </p>
        {message && <Message text={message} />}
      </div>
    </>
  );
}

const MESSAGE_SHOWN = 160;

function Message({ text }: { text: string }) {
  if (text.length <= MESSAGE_SHOWN && !text.includes("\n")) {
    return <p className="min-w-0 font-mono text-xs wrap-anywhere text-ink-quiet">“{text}”</p>;
  }
  return (
    <details className="w-full min-w-0 font-mono text-xs text-ink-quiet">
      <summary className="truncate py-1">{text.slice(0, MESSAGE_SHOWN)}…</summary>
      <pre className="max-h-80 overflow-auto rounded-md bg-surface-quiet p-2 wrap-anywhere whitespace-pre-wrap">
        {text}
      </pre>
    </details>
  );
}

const Notifications = ({ notifications }: { notifications: Notification[] }) =>
  notifications.map((one) => <NotificationLine key={one.id} notification={one} />);

const LOOKS: Partial<Record<Notification["outcome"], string>> = {
  gave_up: "text-failed",
  captured: "text-errored",
};

function NotificationLine({ notification }: { notification: Notification }) {
  const Icon = notification.how === "mail" ? Mail : Webhook;
  const line = (
    <span className="inline-flex min-w-0 items-baseline gap-1.5">
      <Icon aria-hidden className="size-3 shrink-0 translate-y-0.5" />
      <span className="min-w-0 wrap-anywhere">{notificationInWords(notification)}</span>
    </span>
  );
  const look = clsx("text-xs", LOOKS[notification.outcome] ?? "text-ink-quiet");
  if (notification.attempts.every(({ outcome }) => outcome === "accepted"))
    return <p className={look}>{line}</p>;
  return (
    <details className={look}>
      <summary className="py-0.5">{line}</summary>
      <ol className="grid gap-1 py-1 pl-5">
        {notification.attempts.map((one) => (
          <li key={one.at.toISOString()}>
            <Time at={one.at} as="time" />: {responseInWords(one)} after {one.latencyMs.toLocaleString("en")}{" "}
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

const responseInWords = ({ status, outcome }: NotificationAttempt) =>
  status ? `responded ${status}` : outcome.replaceAll("_", " ");

const SKIP_WORDS: Record<SkipReason, string> = {
  left: "not sent, unsubscribed",
  unconfirmed: "not sent, address not confirmed yet",
};

function notificationInWords(notification: Notification): string {
  const { how, to, outcome, attempts, skipReason, isFallback, capture } = notification;
  const [latest] = attempts;
  const count = `${attempts.length} attempt${attempts.length === 1 ? "" : "s"}`;
  const why = latest ? ` (${responseInWords(latest)})` : "";
  if (outcome === "captured") return `${to}${isFallback ? " instead" : ""}: ${capture}`;
  if (outcome === "skipped") return `${to}: ${skipReason ? SKIP_WORDS[skipReason] : "not sent"}`;
  if (outcome === "gave_up") return latest ? `${to}: gave up after ${count}${why}` : `${to}: gave up`;
  if (outcome === "pending") return latest ? `${to}: ${count}${why}, retrying` : `${to}: queued`;
  if (how === "mail") return `Sent to ${to}${isFallback ? " instead" : ""}`;
  return `Delivered to ${to}${latest ? ` in ${latest.latencyMs.toLocaleString("en")} ms` : ""}`;
}
