import clsx from "clsx";
import { RelativeTime } from "@/components/relative-time";
import { Time } from "@/components/time";
import { Mail, Play } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import type { Entry } from "@/lib/check-ins/timeline-entries";
import type { AlertKind } from "@/lib/rules/alert-draft";
import { durationInWords } from "@/lib/rules/duration-in-words";
import { NOT_LISTENING, STATUS_WORDS } from "@/lib/rules/history-words";
import type { Status } from "@/lib/rules/snitch-state";
import { Message } from "./message";
import { Notifications } from "./notifications";
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

type TimelineProps = {
  entries: Entry[];
  now: Date;
  /** The permanent link of an entry. */
  hrefOf: (entry: Entry) => string;
  /** The id of the entry that the page was opened for. */
  marked?: string;
};

/** A snitch's timeline, newest first: check-ins, changes of status, and notifications. Each time is a permanent link. */
export function Timeline({ entries, now, hrefOf, marked }: TimelineProps) {
  return (
    <ol className="grid">
      {entries.map((entry) => (
        <li
          key={entry.id}
          id={entryAnchor(entry)}
          aria-current={entry.id === marked ? "true" : undefined}
          className="grid scroll-mt-4 grid-cols-[0.75rem_minmax(0,1fr)_auto] items-baseline gap-x-3 border-b border-line py-2 text-sm last:border-0 target:-mx-2 target:rounded-md target:bg-accent/8 target:px-2 aria-[current]:-mx-2 aria-[current]:rounded-md aria-[current]:bg-accent/8 aria-[current]:px-2"
        >
          <What entry={entry} />
          <Link href={hrefOf(entry)} className="text-right text-ink-quiet hover:text-ink">
            <RelativeTime at={entry.at} now={now} />
            <Time at={entry.at} as="second" isTabStop={false} className="hidden pl-3 text-xs sm:inline" />
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** The id of an entry's element in the page. */
export const entryAnchor = ({ id }: Entry) => `entry-${id}`;

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
