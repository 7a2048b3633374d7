import { HeldBack } from "@/components/alerts/held-back";
import { Message } from "@/components/message";
import { Notifications } from "@/components/notifications";
import { RelativeTime } from "@/components/relative-time";
import { LateSentence } from "@/components/reported-late";
import { StatusMark } from "@/components/status-badge";
import { Time } from "@/components/time";
import { AlarmClock, Check, MessageSquare, Play, UserRound, X } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import type { EventEntry, StoryEntry } from "@/lib/history/incident-story";
import type { Note } from "@/lib/incidents/notes";
import { ALERTED_STATUS, alertWord } from "@/lib/rules/history/history-text";
import { CAUSE_LABELS } from "@/lib/rules/incidents/cause-labels";
import { NOTE_STATE_LABELS } from "@/lib/rules/incidents/state-labels";
import { causeOfAlert } from "@/lib/rules/state/alert-draft";

type AlertEntry = Extract<StoryEntry, { kind: "alert" }>;

/** What happened to an incident, newest first: its alerts with those who were notified, and what people did. */
export const Story = ({ entries, now, caseUrl }: { entries: StoryEntry[]; now: Date; caseUrl: string }) => (
  <ol className="grid">
    {entries.map((entry) => (
      <li
        key={entry.id}
        className="grid grid-cols-[0.75rem_minmax(0,1fr)_auto] items-baseline gap-x-3 border-b border-line py-2 text-sm last:border-0"
      >
        <Line entry={entry} caseUrl={caseUrl} />
        <span className="text-right text-ink-quiet">
          <RelativeTime at={entry.at} now={now} />
          <Time at={entry.at} as="second" isTabStop={false} className="hidden pl-3 text-xs sm:inline" />
        </span>
      </li>
    ))}
  </ol>
);

function Line({ entry, caseUrl }: { entry: StoryEntry; caseUrl: string }) {
  switch (entry.kind) {
    case "alert":
      return <AlertLine entry={entry} caseUrl={caseUrl} />;
    case "event":
      return <EventLine entry={entry} />;
    case "note":
      return <NoteLine note={entry} />;
  }
}

function AlertLine({ entry, caseUrl }: { entry: AlertEntry; caseUrl: string }) {
  const { alert, exitStatus, message, isReminder, notifications, late, isDisproved } = entry;
  return (
    <>
      <StatusMark
        status={ALERTED_STATUS[alert]}
        className={isReminder || isDisproved ? "opacity-50" : undefined}
      />
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
  const because = causeOfAlert({ kind: alert, cause });
  return because ? CAUSE_LABELS[because] : alertWord(alert, "failed");
}

const EVENTS: Record<EventEntry["action"], { label: string; Icon: typeof Check }> = {
  "snitch.acknowledged": { label: "Acknowledged", Icon: Check },
  "snitch.unacknowledged": { label: "Unacknowledged", Icon: X },
  "snitch.assigned": { label: "Assigned", Icon: UserRound },
  "snitch.unassigned": { label: "Unassigned", Icon: UserRound },
  "snitch.snoozed": { label: "Snoozed", Icon: AlarmClock },
  "snitch.unsnoozed": { label: "Snooze ended", Icon: Play },
};

function EventLine({ entry: { action, actorName, until, member, at } }: { entry: EventEntry }) {
  const { label: text, Icon } = EVENTS[action];
  return (
    <>
      <Icon aria-hidden className="size-3 translate-y-0.5 text-ink-quiet" />
      <p className="min-w-0 wrap-anywhere">
        <span className="font-medium">{text}</span>
        {until && (
          <>
            {" "}
            until <Time at={new Date(until)} near={at} />
          </>
        )}
        {member && ` to ${member}`}
        <span className="text-ink-quiet"> by {actorName}</span>
      </p>
    </>
  );
}

const NoteLine = ({ note: { state, text, writtenBy } }: { note: Note }) => (
  <>
    <MessageSquare aria-hidden className="size-3 translate-y-0.5 text-ink-quiet" />
    <div className="grid min-w-0 gap-1">
      <p className="wrap-anywhere">
        <span className="font-medium">{state ? NOTE_STATE_LABELS[state] : "Note"}</span>
        <span className="text-ink-quiet"> by {writtenBy}</span>
      </p>
      <p className="whitespace-pre-line wrap-anywhere">
        <bdi>{text}</bdi>
      </p>
    </div>
  </>
);
