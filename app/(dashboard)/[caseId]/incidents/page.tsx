import type { Metadata } from "next";
import { currentReader } from "@/app/sign-in/reader";
import { currentCase } from "@/app/sign-in/session";
import { nameCause } from "@/components/incidents/cause-line";
import { MAX_ROWS, sectionIncidents } from "@/components/incidents/incident-row";
import { IncidentSections } from "@/components/incidents/incident-sections";
import { Live } from "@/components/live";
import { formatOption, MUTE_LABELS, muteChoices } from "@/components/mute/choices";
import { DocsLink, Empty, PageHeader } from "@/components/page-header";
import { Segments } from "@/components/segments";
import { timeFormats } from "@/components/time-formats";
import { ButtonLink } from "@/components/ui/button";
import { MAX_COUNTED } from "@/lib/cases/frame";
import { may } from "@/lib/cases/roles";
import { listNotified } from "@/lib/history/incident-story";
import { INCIDENT_STATUSES } from "@/lib/incidents/list";
import { type IncidentRow, listIncidentRows, listTagsOfOpenIncidents } from "@/lib/incidents/list-rows";
import type { TimeDisplay } from "@/lib/rules/time-display";
import type { Query } from "../(list)/filters";
import { changeIncidentsAction } from "./actions";
import { FilterBar } from "./filter-bar";
import { buildIncidentsUrl, type IncidentView, isFilteredView, parseIncidentQuery } from "./filters";

/** Below headings, of which one line represents many. */
const INCIDENTS_IN_GROUPS = 200;

type IncidentsPageProps = { params: Promise<{ caseId: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params }: IncidentsPageProps): Promise<Metadata> {
  const { theCase } = await currentCase((await params).caseId, "/incidents");
  return { title: `Incidents · ${theCase.name}` };
}

/** The incidents of a case: those that are open, and with `?status=closed` those that are over. */
export default async function IncidentsPage({ params, searchParams }: IncidentsPageProps) {
  const { caseId } = await params;
  const view = parseIncidentQuery(await searchParams);
  const { status, group, after } = view;
  const now = new Date();
  const { theCase, role } = await currentCase(caseId, "/incidents");
  const [{ display }, list] = await Promise.all([currentReader(), loadIncidents(theCase.id, view)]);
  const { found, incidents, page, next, tags, notified } = list;
  const isWhole = incidents.length > page.length || (!after && !next);
  const caseUrl = `/${theCase.id}`;
  const formats = timeFormats(display);
  const context = { now, formats, notified };
  const mayManage = may(role, "manage_snitches") && status === "open";
  return (
    <>
      <PageHeader title="Incidents" isWide />
      <div className="flex flex-wrap items-center gap-2 pb-3 print:hidden">
        <Segments
          label="Incidents"
          segments={INCIDENT_STATUSES.map((each) => ({
            href: buildIncidentsUrl(caseUrl, parseIncidentQuery({ status: each })),
            isCurrent: each === status,
            children: each === "open" ? "Open" : "Closed",
          }))}
        />
        {(found > 0 || isFilteredView(view)) && <FilterBar caseUrl={caseUrl} view={view} tags={tags} />}
      </div>
      {page.length > 0 ? (
        <IncidentSections
          caseUrl={caseUrl}
          sections={sectionIncidents(incidents, { ...context, status, group, page, isWhole })}
          areGroupsOpen={view.cause !== null}
          bulk={
            mayManage
              ? { action: changeIncidentsAction.bind(null, theCase.id), ...listMutes(now, display) }
              : undefined
          }
        />
      ) : after ? (
        <p className="text-ink-quiet">There are no older incidents.</p>
      ) : isFilteredView(view) ? (
        <Empty title="No incident matches.">
          <p>Change the search or the filters.</p>
          <ButtonLink
            href={buildIncidentsUrl(caseUrl, {
              ...view,
              search: "",
              tags: [],
              severity: null,
              host: null,
              cause: null,
            })}
          >
            Clear Filters
          </ButtonLink>
        </Empty>
      ) : (
        <NoIncidents status={status} />
      )}
      {(next || after) && (
        <nav aria-label="Pages of incidents" className="flex gap-2 pt-4 print:hidden">
          {after && <ButtonLink href={buildIncidentsUrl(caseUrl, view)}>Newest</ButtonLink>}
          {next && (
            <ButtonLink href={buildIncidentsUrl(caseUrl, view, { after: buildCursor(next) })}>
              Older
            </ButtonLink>
          )}
        </nav>
      )}
      <Live caseId={theCase.id} />
    </>
  );
}

/** What the page shows of the case. */
async function loadIncidents(caseId: string, view: IncidentView) {
  const [rows, tags] = await Promise.all([
    view.group || view.cause ? loadGrouped(caseId, view) : loadUngrouped(caseId, view),
    listTagsOfOpenIncidents(caseId),
  ]);
  return { ...rows, tags, notified: await listNotified(rows.page.map(({ id }) => id)) };
}

/**
 * `incidents`: those that the numbers of the page are about. `page`: those that it shows. `next`: the one after which the next page begins.
 * `found`: how many there are, whatever their cause.
 */
type LoadedRows = {
  found: number;
  incidents: IncidentRow[];
  page: IncidentRow[];
  next: IncidentRow | undefined;
};

async function loadUngrouped(caseId: string, view: IncidentView): Promise<LoadedRows> {
  const rows = await listIncidentRows(caseId, view, MAX_ROWS + 1);
  const page = rows.slice(0, MAX_ROWS);
  const next = rows.length > page.length ? page.at(-1) : undefined;
  return { found: rows.length, incidents: page, page, next };
}

/** On every page, a group counts all of its incidents, as far as open incidents are counted at all. */
async function loadGrouped(caseId: string, view: IncidentView): Promise<LoadedRows> {
  const { after, cause } = view;
  const newest = await listIncidentRows(caseId, { ...view, after: null }, MAX_COUNTED + 1);
  const isOlder = after !== null && !newest.slice(0, MAX_COUNTED).some(({ id }) => id === after.id);
  const rows = isOlder ? await listIncidentRows(caseId, view, MAX_COUNTED + 1) : newest;
  const counted = rows.slice(0, MAX_COUNTED);
  const incidents = cause ? counted.filter((incident) => nameCause(incident) === cause) : counted;
  const start = incidents.findIndex(({ id }) => id === after?.id) + 1;
  const page = incidents.slice(start, start + INCIDENTS_IN_GROUPS);
  const hasMore = start + page.length < incidents.length;
  const next = hasMore ? page.at(-1) : rows.length > MAX_COUNTED ? counted.at(-1) : undefined;
  return { found: rows.length, incidents, page, next };
}

const buildCursor = ({ id, acknowledgedAt }: IncidentRow) => ({
  id,
  isAcknowledged: acknowledgedAt !== null,
});

const listMutes = (now: Date, display: TimeDisplay) => ({
  zone: display.zone,
  mutes: (["snooze", "pause"] as const).map((verb) => ({
    title: MUTE_LABELS[verb].title,
    options: muteChoices(verb, now, display).map((choice) => ({
      value: `${verb}:${choice.end}`,
      label: formatOption(choice),
    })),
  })),
});

const NoIncidents = ({ status }: Pick<IncidentView, "status">) => (
  <Empty title={status === "closed" ? "No incident has been closed yet." : "All clear."}>
    <p>
      An incident begins when a job misses a run or reports an error, and ends when the job recovers. Here you
      see who was alerted, and who acknowledged it.
    </p>
    <DocsLink page="/incidents">How incidents and alerts work</DocsLink>
  </Empty>
);
