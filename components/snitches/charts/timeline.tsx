import clsx from "clsx";
import { HeldBack, NoOneAlerted } from "@/components/alerts/held-back";
import { checkInWord } from "@/components/check-in-word";
import { Message } from "@/components/message";
import { Notifications } from "@/components/notifications";
import { RelativeTime } from "@/components/relative-time";
import { LateSentence, ReportedLate } from "@/components/reported-late";
import { RunLine } from "@/components/runs/run-line";
import { StatusMark } from "@/components/status-badge";
import { Time } from "@/components/time";
import { Mail, Play } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { foldEntries } from "@/lib/history/fold-entries";
import type { Entry } from "@/lib/history/timeline-entries";
import { formatSpan } from "@/lib/rules/format-duration";
import { ALERTED_STATUS, alertWord, formatLateBefore, NOT_LISTENING } from "@/lib/rules/history/history-text";

/** How many lines of what a job wrote are shown. */
const MAX_LINES = 3;

type Reminder = Extract<Entry, { kind: "reminder" }>;

const PAUSED = "the snitch was paused";

const REMINDERS: Partial<Record<Reminder["reminder"], string>> = {
  pending_reminder: "Reminder: it has not checked in yet",
  paused_reminder: "Reminder: it is paused",
};

type TimelineProps = {
  entries: Entry[];
  now: Date;
  /** The permanent link of an entry. */
  buildUrl: (entry: Entry) => string;
  caseUrl: string;
  /** The URL of the snitch’s page. */
  snitchUrl: string;
  /** The id of the entry that the page was opened for. */
  marked?: string;
};

/** A snitch's timeline, newest first: check-ins, changes of status, and notifications. Each time is a permanent link. */
export function Timeline({ entries, now, buildUrl, caseUrl, snitchUrl, marked }: TimelineProps) {
  const renderRow = (entry: Entry, report?: Entry) => (
    <li key={entry.id} id={entryAnchor(entry)} aria-current={entry.id === marked ? "true" : undefined}>
      <What entry={entry} report={report} now={now} caseUrl={caseUrl} snitchUrl={snitchUrl} />
      <Link href={buildUrl(entry)} className="text-right text-ink-quiet hover:text-ink">
        <RelativeTime at={entry.at} now={now} />
        {entry.kind !== "run" && (
          <Time at={entry.at} as="second" isTabStop={false} className="hidden pl-3 text-xs sm:inline" />
        )}
      </Link>
    </li>
  );
  return (
    <ol className="timeline">
      {foldEntries(entries, marked).map(([entry, ...others]) => {
        if (entry === undefined) return null;
        if (entry.kind === "alert" || others.length === 0) return renderRow(entry, others[0]);
        return (
          <Folded key={entry.id} entries={[entry, ...others]}>
            {[entry, ...others].map((each) => renderRow(each))}
          </Folded>
        );
      })}
    </ol>
  );
}

/** Equal entries in one row, which opens: “12 check-ins, 13:46–13:57”. */
function Folded({ entries, children }: { entries: Entry[]; children: React.ReactNode }) {
  const [newest, oldest] = [entries[0], entries.at(-1)];
  if (!newest || !oldest) return null;
  return (
    <li>
      <StatusMark status="healthy" className="opacity-70" />
      <details className="min-w-0">
        <summary>
          {entries.length} {newest.kind === "run" ? "successful runs" : "check-ins"}
        </summary>
        <ol className="timeline pt-1">{children}</ol>
      </details>
      <span className="text-right text-ink-quiet">
        <Time at={oldest.at} isTabStop={false} />–<Time at={newest.at} near={oldest.at} isTabStop={false} />
      </span>
    </li>
  );
}

/** The id of an entry's element in the page. */
export const entryAnchor = ({ id }: Entry) => `entry-${id}`;

/** `report`: the check-in that an alert is about, if that came at the same moment. */
type WhatProps = Pick<TimelineProps, "now" | "caseUrl" | "snitchUrl"> & { entry: Entry; report?: Entry };

function What({ entry, report, now, caseUrl, snitchUrl }: WhatProps) {
  switch (entry.kind) {
    case "run":
      return (
        <RunLine
          run={entry.run}
          now={now}
          runUrl={`${snitchUrl}/runs/${entry.id}`}
          receivedAt={entry.receivedAt}
        >
          {entry.message && (
            <Message
              text={entry.message}
              maxLines={entry.run.outcome === "succeeded" ? 1 : MAX_LINES}
              isElsewhere={isOutput(entry)}
            />
          )}
          {entry.lateMs !== undefined && <p className="text-ink-quiet">{formatLateBefore(entry.lateMs)}</p>}
          {entry.wasPaused && entry.run.outcome !== "succeeded" && <NoOneAlerted why={PAUSED} />}
        </RunLine>
      );
    case "check_in":
      return <CheckIn entry={entry} />;
    case "alert":
      return (
        <>
          <StatusMark
            status={ALERTED_STATUS[entry.alert]}
            className={entry.isReminder || entry.isDisproved ? "opacity-50" : undefined}
          />
          <div className="grid min-w-0 gap-1">
            <p className="font-medium">
              <Link href={`${caseUrl}/alerts/${entry.id}`} className="hover:underline">
                {formatAlert(entry)}
              </Link>
              {entry.isDisproved && <span className="font-normal text-ink-quiet">, but reported late</span>}
              {report?.kind === "check_in" && <ReportDetails {...report} />}
            </p>
            {report?.kind === "check_in" && report.message && (
              <Message text={report.message} maxLines={MAX_LINES} />
            )}
            {entry.late && (
              <p className="text-ink-quiet">
                <LateSentence {...entry.late} />
              </p>
            )}
            <HeldBack alert={{ ...entry, kind: entry.alert }} />
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
            <span className="font-normal text-ink-quiet">after {formatSpan(entry.pausedAt, entry.at)}</span>
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
              {NOT_LISTENING} from <Time at={entry.gapStartsAt} /> to{" "}
              <Time at={entry.gapEndsAt} near={entry.gapStartsAt} />, so a check-in may have been missed
            </span>
          </p>
        </>
      );
    case "reminder":
      return (
        <>
          <Mail aria-hidden className="size-2.5 self-center text-ink-quiet" />
          <div className="grid min-w-0 gap-1">
            <p>{REMINDERS[entry.reminder] ?? "Email"}</p>
            <Notifications notifications={entry.notifications} />
          </div>
        </>
      );
  }
}

function formatAlert({ alert, from, isReminder }: Extract<Entry, { kind: "alert" }>): string {
  const word = alertWord(alert, from);
  return isReminder ? `Reminder: still ${word.toLowerCase()}` : word;
}

/** Whether the message is the end of what the run printed, all of which is on the page of the run. */
const isOutput = ({ run, message }: Extract<Entry, { kind: "run" }>) =>
  run.outputId !== null && message.trim().includes("\n");

function CheckIn({
  entry: { at, lateAt, lateMs, isHealthy, wasPaused, accepted, signal, exitStatus, message, from },
}: {
  entry: Extract<Entry, { kind: "check_in" }>;
}) {
  const isReport = signal === "finish" || signal === "violation";
  return (
    <>
      <StatusMark
        status={!accepted || !isReport ? "pending" : isHealthy ? "healthy" : "errored"}
        className="opacity-70"
      />
      <div title={from} className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
        <p className={clsx("min-w-0 wrap-anywhere", !accepted && "text-ink-quiet")}>
          {accepted ? checkInWord(signal, isHealthy) : "Rate limited, not counted"}
          <ReportDetails exitStatus={exitStatus} lateMs={lateMs} />
          {lateAt && <ReportedLate at={at} receivedAt={lateAt} />}
        </p>
        {message && <Message text={message} maxLines={MAX_LINES} />}
        {wasPaused && isReport && !isHealthy && accepted && <NoOneAlerted why={PAUSED} />}
      </div>
    </>
  );
}

const ReportDetails = ({ exitStatus, lateMs }: { exitStatus: string; lateMs?: number | undefined }) => (
  <span className="font-normal text-ink-quiet">
    {exitStatus && `, exit status ${exitStatus}`}
    {lateMs !== undefined && `, ${formatLateBefore(lateMs)}`}
  </span>
);
