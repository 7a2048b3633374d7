import { IncidentNotes } from "@/components/incidents/incident-notes";
import type { NoticedIncident } from "@/components/incidents/words";
import { RelativeTime } from "@/components/relative-time";
import { RunNote } from "@/components/runs/run-note";
import { Link } from "@/components/ui/link";
import { Cell, Row, Table } from "@/components/ui/table";
import type { MaintenanceAhead } from "@/lib/maintenance/ahead";
import { isLate, shownStatus } from "@/lib/rules/is-late";
import type { Run } from "@/lib/rules/runs/run";
import { scheduleInBrief, scheduleInWords } from "@/lib/rules/schedule/words";
import type { Bar } from "@/lib/snitches/history";
import type { ListedSnitch } from "@/lib/snitches/list";
import { duplicateUrl } from "./duplicate-link";
import { HistorySpark } from "./history-spark";
import { MaintenanceNote } from "./maintenance-note";
import { type Groups, RowGroups } from "./row-groups";
import { type Pause, SnitchMenu, type Unpause } from "./snitch-menu";
import { type ColumnSort, SortHeader } from "./sort-header";
import { StatusBadge } from "./status-badge";

type ListedWithHistory = ListedSnitch & {
  bars: Bar[];
  lastRun?: Run;
  incident?: NoticedIncident;
  maintenance?: MaintenanceAhead;
};

type SnitchListProps = {
  caseId: string;
  checkInUrl: string;
  snitches: ListedWithHistory[];
  now: Date;
  /** Whether the viewer may use bulk actions. */
  mayManage: boolean;
  /** How the headings sort. */
  sorts: Record<"status" | "name" | "interval" | "checkedIn" | "due", ColumnSort>;
  groups: Groups | undefined;
  pause: Pause;
  unpause: Unpause;
};

/** On small screens everything except the name and the menu moves below the name. */
const WIDE = "hidden md:table-cell";
/** Below this width the schedule would leave too little room for names. */
const WIDEST = "hidden xl:table-cell";

export function SnitchList(props: SnitchListProps) {
  const { caseId, checkInUrl, snitches, now, mayManage, sorts, groups, pause, unpause } = props;
  return (
    <Table label="Snitches">
      <thead className="max-md:sr-only">
        <tr className="border-b border-line text-xs text-ink-quiet [&>th]:h-8 [&>th]:pr-4 [&>th]:font-medium [&>th]:whitespace-nowrap">
          {mayManage && (
            <th scope="col" className="w-8 print:hidden">
              <Tick name="all" label="Select all snitches on this page" />
            </th>
          )}
          <SortHeader sort={sorts.status} className={WIDE}>
            Status
          </SortHeader>
          <SortHeader sort={sorts.name}>Name</SortHeader>
          <SortHeader sort={sorts.interval} className={WIDEST}>
            Schedule
          </SortHeader>
          <th scope="col" className={WIDE}>
            History
          </th>
          <SortHeader sort={sorts.checkedIn} className={WIDE}>
            Last healthy
          </SortHeader>
          <SortHeader sort={sorts.due} className={WIDE}>
            Due
          </SortHeader>
          <th scope="col" className="print:hidden">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <RowGroups snitches={snitches} groups={groups}>
        {(snitch) => (
          <Row
            key={snitch.id}
            data-snitch
            data-url={`${checkInUrl}/${snitch.token}`}
            className="hover:bg-surface-quiet has-checked:bg-accent/8"
          >
            {mayManage && (
              <Cell className="w-8 max-md:align-top max-md:pt-3.5 print:hidden">
                <Tick name="token" value={snitch.token} label={`Select ${snitch.name}`} />
              </Cell>
            )}
            <Cell className={`${WIDE} w-24`}>
              <StatusBadge status={shownStatus(snitch, now)} />
              <RunNote
                snitch={snitch}
                now={now}
                className="block pl-4.5 text-xs whitespace-nowrap text-ink-quiet"
              />
              {snitch.incident && (
                <IncidentNotes
                  incident={snitch.incident}
                  now={now}
                  className="block max-w-40 pl-4.5 text-xs wrap-break-word text-ink-quiet"
                />
              )}
            </Cell>
            <Cell className="min-w-32 max-md:py-3">
              <Name caseId={caseId} snitch={snitch} />
              <MaintenanceNote
                ahead={snitch.maintenance}
                now={now}
                className="block text-xs text-paused max-md:hidden"
              />
              <p className="line-clamp-3 pt-0.5 text-xs text-ink-quiet md:hidden">
                <StatusBadge status={shownStatus(snitch, now)} className="gap-1.5! align-baseline!" /> ·{" "}
                {snitch.checkedInAt ? <LastCheckIn snitch={snitch} now={now} /> : "never healthy"} ·{" "}
                {scheduleInBrief(snitch)}
                <RunNote snitch={snitch} now={now} className="before:content-['_·_']" />
                {snitch.incident && (
                  <IncidentNotes incident={snitch.incident} now={now} className="before:content-['_·_']" />
                )}
                <MaintenanceNote
                  ahead={snitch.maintenance}
                  now={now}
                  className="text-paused before:content-['_·_']"
                />
              </p>
            </Cell>
            <Cell className={`${WIDEST} w-52 text-ink-quiet`}>
              <span title={scheduleInWords(snitch)} className="line-clamp-2">
                {scheduleInBrief(snitch)}
              </span>
            </Cell>
            <Cell className={WIDE}>
              <HistorySpark bars={snitch.bars} />
            </Cell>
            <Cell className={WIDE}>
              <LastCheckIn snitch={snitch} now={now} />
            </Cell>
            <Cell className={`${WIDE} text-ink-quiet`}>
              <Due snitch={snitch} now={now} />
            </Cell>
            <Cell className="w-9 text-right max-md:align-top max-md:pt-2 print:hidden">
              <SnitchMenu
                href={`/${caseId}/snitches/${snitch.token}`}
                duplicateUrl={duplicateUrl(caseId, snitch.token)}
                name={snitch.name}
                token={snitch.token}
                status={snitch.status}
                hasIncident={snitch.incident !== undefined}
                mayManage={mayManage}
                checkInUrl={`${checkInUrl}/${snitch.token}`}
                pause={pause}
                unpause={unpause}
              />
            </Cell>
          </Row>
        )}
      </RowGroups>
    </Table>
  );
}

function Tick({ label, ...box }: { label: string; name: string; value?: string }) {
  return (
    <label className="grid size-6 cursor-pointer place-items-center">
      <input type="checkbox" {...box} autoComplete="off" className="size-3.5" />
      <span className="sr-only">{label}</span>
    </label>
  );
}

/** A name up to this length fits into its three lines at every width. */
const MAX_UNCUT_CHARACTERS = 30;

function Name({ caseId, snitch: { token, name, tags } }: { caseId: string; snitch: ListedSnitch }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link
        href={`/${caseId}/snitches/${token}`}
        title={name.length > MAX_UNCUT_CHARACTERS ? name : undefined}
        className="line-clamp-3 min-w-0 py-0.5 font-medium wrap-anywhere hover:underline"
      >
        <bdi>{name}</bdi>
      </Link>
      {tags.map((tag) => (
        <span
          key={tag}
          className="min-w-0 rounded border border-line px-1.5 text-xs wrap-anywhere text-ink-quiet"
        >
          {tag}
        </span>
      ))}
    </span>
  );
}

function LastCheckIn({ snitch: { checkedInAt }, now }: { snitch: ListedSnitch; now: Date }) {
  return checkedInAt ? (
    <RelativeTime at={checkedInAt} now={now} isTabStop={false} />
  ) : (
    <span className="text-ink-quiet">Never</span>
  );
}

/** The deadline. For a missing snitch, when it was first missed: its next deadline tells nothing. */
function Due({
  snitch: { status, deadline, missingSince, pauseEndsAt },
  now,
}: {
  snitch: ListedSnitch;
  now: Date;
}) {
  if (status === "failed" && missingSince)
    return <RelativeTime late at={missingSince} now={now} isTabStop={false} />;
  if (status === "paused" && pauseEndsAt)
    return <RelativeTime at={pauseEndsAt} now={now} isTabStop={false} />;
  if (deadline && isLate({ status, deadline }, now))
    return <RelativeTime late at={deadline} now={now} isTabStop={false} />;
  if (deadline) return <RelativeTime at={deadline} now={now} isTabStop={false} />;
  return <span aria-hidden>–</span>;
}
