import { HeldBack } from "@/components/alerts/held-back";
import { CAUSE_WORDS } from "@/components/incident-words";
import { Message } from "@/components/message";
import { Notifications } from "@/components/notifications";
import { RelativeTime } from "@/components/relative-time";
import { LateSentence } from "@/components/reported-late";
import { StatusMark } from "@/components/status-badge";
import { Time } from "@/components/time";
import { AlarmClock, Check, Play } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import type { EventEntry, StoryEntry } from "@/lib/history/incident-story";
import type { AlertKind } from "@/lib/rules/state/alert-draft";
import type { Status } from "@/lib/rules/state/snitch-state";

type AlertEntry = Extract<StoryEntry, { kind: "alert" }>;

const MARKS: Record<AlertKind, Status> = {
  missing: "failed",
  errored: "errored",
  reporting: "healthy",
  paused: "paused",
};

/** What happened to an incident, newest first: its alerts with those who were notified, and what people did. */
export const Story = ({ entries, now, caseUrl }: { entries: StoryEntry[]; now: Date; caseUrl: string }) => (
  <ol className="grid">
    {entries.map((entry) => (
      <li
        key={entry.id}
        className="grid grid-cols-[0.75rem_minmax(0,1fr)_auto] items-baseline gap-x-3 border-b border-line py-2 text-sm last:border-0"
      >
        {entry.kind === "alert" ? <AlertLine entry={entry} caseUrl={caseUrl} /> : <EventLine entry={entry} />}
        <span className="text-right text-ink-quiet">
          <RelativeTime at={entry.at} now={now} />
          <Time at={entry.at} as="second" isTabStop={false} className="hidden pl-3 text-xs sm:inline" />
        </span>
      </li>
    ))}
  </ol>
);

function AlertLine({ entry, caseUrl }: { entry: AlertEntry; caseUrl: string }) {
  const { alert, exitStatus, message, isReminder, notifications, late, isDisproved } = entry;
  return (
    <>
      <StatusMark status={MARKS[alert]} className={isReminder || isDisproved ? "opacity-50" : undefined} />
      <div className="grid min-w-0 gap-1">
        <p>
          <Link href={`${caseUrl}/alerts/${entry.id}`} className="font-medium hover:underline">
            {formatAlert(entry)}
          </Link>
          {exitStatus && <span className="text-ink-quiet">, exit status {exitStatus}</span>}
          {isDisproved && <span className="text-ink-quiet">, but reported late</span>}
        </p>
        {late && (
          <p className="text-ink-quiet">
            <LateSentence {...late} />
          </p>
        )}
        {message && !isReminder && <Message text={message} maxLines={1} />}
        <HeldBack alert={{ ...entry, kind: alert }} />
        <Notifications notifications={notifications} />
      </div>
    </>
  );
}

function formatAlert({ alert, cause, isReminder }: AlertEntry): string {
  if (isReminder) return "Reminder";
  switch (alert) {
    case "missing":
      return CAUSE_WORDS[cause ?? "missed"];
    case "errored":
      return CAUSE_WORDS[cause ?? "error"];
    case "reporting":
      return "Recovered";
    case "paused":
      return "Paused";
  }
}

const EVENTS: Record<EventEntry["action"], { words: string; Icon: typeof Check }> = {
  "snitch.acknowledged": { words: "Acknowledged", Icon: Check },
  "snitch.snoozed": { words: "Snoozed", Icon: AlarmClock },
  "snitch.unsnoozed": { words: "Snooze ended", Icon: Play },
};

function EventLine({ entry: { action, actorName, until, at } }: { entry: EventEntry }) {
  const { words, Icon } = EVENTS[action];
  return (
    <>
      <Icon aria-hidden className="size-3 translate-y-0.5 text-ink-quiet" />
      <p className="min-w-0 wrap-anywhere">
        <span className="font-medium">{words}</span>
        {until && (
          <>
            {" "}
            until <Time at={new Date(until)} near={at} />
          </>
        )}
        <span className="text-ink-quiet"> by {actorName}</span>
      </p>
    </>
  );
}
