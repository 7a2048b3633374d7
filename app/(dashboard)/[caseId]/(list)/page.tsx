import type { Metadata } from "next";
import { cache } from "react";
import { defaultRecipients } from "@/app/(dashboard)/[caseId]/snitches/forms/snitch-form";
import { currentReader } from "@/app/sign-in/reader";
import { currentCase } from "@/app/sign-in/session";
import { favicon } from "@/components/favicon";
import { Live } from "@/components/live";
import { ListKeys } from "@/components/snitches/list/list-keys";
import { snitchLimit } from "@/lib/cases/plan";
import { may } from "@/lib/cases/roles";
import { listSavedViews } from "@/lib/cases/saved-views";
import { listChannelNames } from "@/lib/channels/list";
import { hasMachines } from "@/lib/machines/list";
import { env } from "@/lib/platform/env";
import { formatCount } from "@/lib/rules/format-count";
import {
  countStatuses,
  isFiltered,
  isNarrowed,
  listSnitchPage,
  type PageCursor,
  type StatusCounts,
  type StatusFilter,
  summarizeSnitches,
} from "@/lib/snitches/list";
import { countStale } from "@/lib/snitches/stale";
import { EmptyCase } from "./empty-case";
import { FilterChips } from "./filter-chips";
import { parseQuery, parseSlot, type Query, type View } from "./filters";
import { ListHeader } from "./list-header";
import { ListView } from "./list-view";
import { loadRows } from "./load-rows";
import { NoResults } from "./no-results";
import { Pagination } from "./pagination";
import { SavedViews, SaveView } from "./saved-views";
import { TimelineView } from "./timeline-view";
import { UnknownFilters } from "./unknown-filters";

type ListPageProps = { params: Promise<{ caseId: string }>; searchParams: Promise<Query> };

/** A timeline is read as a picture, and its rows are low. */
const TIMELINE_ROWS = 200;
/** How often an open timeline, which costs more than a list, is read again if no change was announced. */
const TIMELINE_SECONDS = 60;

const loadCounts = cache((caseId: string) => summarizeSnitches(caseId, new Date()));

export async function generateMetadata({ params }: ListPageProps): Promise<Metadata> {
  const { theCase } = await currentCase((await params).caseId);
  const { failed, errored } = (await loadCounts(theCase.id)).counts;
  if (failed + errored === 0) return { title: `Snitches · ${theCase.name}` };
  const problems = [failed && `${failed} missing`, errored && `${errored} errored`]
    .filter(Boolean)
    .join(", ");
  return { title: { absolute: `▲ ${problems} · ${theCase.name}` }, icons: { icon: favicon("alarmed") } };
}

export default async function ListPage({ params, searchParams }: ListPageProps) {
  const { caseId } = await params;
  const query = await searchParams;
  const { view, cursor } = parseQuery(query);
  const { timeline } = view;
  const now = new Date();
  const { theCase, role, user } = await currentCase(caseId);
  const [{ display }, list] = await Promise.all([
    currentReader(),
    loadList(theCase.id, user.id, view, cursor, now),
  ]);
  const mayManage = may(role, "manage_snitches");
  const {
    counts,
    views,
    channels,
    matching,
    tags,
    environments,
    snitches,
    loading,
    stale,
    withMachines,
    ...page
  } = list;
  const total = sum(counts);
  if (total === 0)
    return (
      <>
        <EmptyCase caseId={theCase.id} checkInUrl={env.CHECK_IN_URL} mayManage={mayManage} />
        <Live caseId={theCase.id} />
      </>
    );

  const { status } = view;
  const matchCount = status ? countFiltered(status, matching.counts) : sum(matching.counts);
  const limit = snitchLimit(theCase.plan);
  return (
    <>
      <ListHeader
        caseId={theCase.id}
        view={view}
        tags={tags}
        environments={environments}
        hasMachines={withMachines}
        room={Number.isFinite(limit) ? `${total} of ${limit}` : undefined}
        mayManage={mayManage}
        savedViews={<SavedViews caseId={theCase.id} view={view} views={views} />}
        counts={
          counts.healthy === total && list.late + stale === 0 && !isFiltered(view) ? (
            allHealthy(total)
          ) : (
            <FilterChips caseId={theCase.id} view={view} stale={stale} {...matching} />
          )
        }
      >
        <SaveView caseId={theCase.id} view={view} views={views} />
      </ListHeader>
      <UnknownFilters query={query} />
      <p role="status" className="sr-only">
        {view.search && snitchesFound(matchCount)}
      </p>
      {snitches.length === 0 ? (
        <NoResults href={`/${theCase.id}`} isFiltered={isFiltered(view)} />
      ) : timeline ? (
        <TimelineView
          caseId={theCase.id}
          view={{ ...view, timeline }}
          chosen={parseSlot(query)}
          snitches={snitches}
          display={display}
          now={now}
        />
      ) : (
        <ListView
          caseId={theCase.id}
          view={view}
          loading={loading}
          found={matchCount}
          channels={mayManage ? channels : []}
          defaultRecipients={defaultRecipients(theCase)}
          mayManage={mayManage}
          display={display}
          now={now}
        />
      )}
      <Pagination caseId={theCase.id} view={view} found={matchCount} shown={snitches.length} {...page} />
      <ListKeys checkInUrl={env.CHECK_IN_URL} />
      <Live caseId={theCase.id} {...(timeline && { everySeconds: TIMELINE_SECONDS })} />
    </>
  );
}

/** What a page of the list shows of the case. */
async function loadList(caseId: string, userId: string, view: View, cursor: PageCursor, now: Date) {
  const page = view.timeline
    ? listSnitchPage(caseId, view, view.order, cursor, null, TIMELINE_ROWS)
    : listSnitchPage(caseId, view, view.order, cursor, view.group);
  // The histories take longest: what stands around the rows is rendered meanwhile.
  const loading = page.then(({ snitches }) =>
    view.timeline ? NO_ROWS : loadRows(caseId, view, snitches, now),
  );
  // Node.js ends a process in which a promise fails that no one awaits yet. The rows await this one, and show its error.
  loading.catch(() => {});
  const [counted, views, channels, matching, list, stale, withMachines] = await Promise.all([
    loadCounts(caseId),
    listSavedViews(caseId, userId),
    view.timeline ? [] : listChannelNames(caseId),
    isNarrowed(view) ? countStatuses(caseId, view, now) : null,
    page,
    countStale(caseId, now),
    hasMachines(caseId),
  ]);
  return {
    ...counted,
    views,
    channels,
    matching: matching ?? counted,
    ...list,
    loading,
    stale,
    withMachines,
  };
}

const sum = (counts: StatusCounts) => Object.values(counts).reduce((total, count) => total + count, 0);

const countFiltered = (filter: StatusFilter, counts: StatusCounts) =>
  filter === "wrong" ? counts.failed + counts.errored : counts[filter];

const allHealthy = (total: number) =>
  total === 1 ? "Your snitch is healthy." : `All ${total.toLocaleString("en")} snitches are healthy.`;

const NO_ROWS = { rows: [], groups: undefined };

const snitchesFound = (count: number) => `${formatCount(count, "snitch", "snitches")} found.`;
