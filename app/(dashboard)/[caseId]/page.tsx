import type { Metadata } from "next";
import { cache } from "react";
import { currentReader } from "@/app/auth/reader";
import { currentCase } from "@/app/auth/session";
import { favicon } from "@/components/favicon";
import { Live } from "@/components/live";
import { PageHeader } from "@/components/page-header";
import { ListKeys } from "@/components/snitches/list-keys";
import { Selection } from "@/components/snitches/selection";
import { SnitchList } from "@/components/snitches/snitch-list";
import { ButtonLink } from "@/components/ui/button";
import { Plus } from "@/components/ui/icons";
import { snitchLimit } from "@/lib/cases/plan";
import { may } from "@/lib/cases/roles";
import { listSavedViews } from "@/lib/cases/saved-views";
import { listHistory } from "@/lib/history/list-history";
import { findOpenIncidents } from "@/lib/incidents/list";
import { maintenanceAhead } from "@/lib/maintenance/ahead";
import { env } from "@/lib/platform/env";
import { findLastRuns } from "@/lib/runs/list";
import { countByStatus, countMatching, listSnitchPage, listTags } from "@/lib/snitches/list";
import { changeSelectedAction } from "./actions";
import { BoardLink } from "./board-link";
import { EmptyCase } from "./empty-case";
import { FilterBar } from "./filter-bar";
import { filterQuery, isFiltered, parseQuery, type Query } from "./filters";
import { loadGroups } from "./load-groups";
import { NoResults } from "./no-results";
import { Pagination } from "./pagination";
import { SavedViews, SaveView } from "./saved-views";
import { defaultRecipients } from "./snitch-form";
import { pauseFromListAction, unpauseFromListAction } from "./snitches/[token]/actions";
import { columnSorts } from "./sorting";
import { Summary } from "./summary";

type ListPageProps = { params: Promise<{ caseId: string }>; searchParams: Promise<Query> };

const HISTORY_PERIODS = 14;

const loadCounts = cache((caseId: string) => countByStatus(caseId, new Date()));

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
  const { theCase, role, user } = await currentCase((await params).caseId);
  const mayManage = may(role, "manage_snitches");
  const { view, cursor } = parseQuery(await searchParams);
  const now = new Date();
  const { display } = await currentReader();
  const [{ counts, late }, matching, tags, views, { snitches, ...page }] = await Promise.all([
    loadCounts(theCase.id),
    isFiltered(view) ? countMatching(theCase.id, view) : null,
    listTags(theCase.id),
    listSavedViews(theCase.id, user.id),
    listSnitchPage(theCase.id, view, view.order, cursor, view.group === "tag"),
  ]);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total === 0)
    return (
      <>
        <EmptyCase caseId={theCase.id} checkInUrl={env.CHECK_IN_URL} mayManage={mayManage} />
        <Live caseId={theCase.id} />
      </>
    );

  const found = matching ?? total;
  const limit = snitchLimit(theCase.plan);
  const distinct = [...new Map(snitches.map((snitch) => [snitch.id, snitch])).values()];
  const ofCase = distinct.map((snitch) => ({ ...snitch, caseId: theCase.id }));
  const [history, maintenance, lastRuns, incidents, groups] = await Promise.all([
    listHistory(ofCase, HISTORY_PERIODS, now),
    maintenanceAhead(ofCase, now),
    findLastRuns(distinct),
    findOpenIncidents(
      theCase.id,
      distinct.map(({ id }) => id),
    ),
    loadGroups(theCase.id, view, snitches),
  ]);
  return (
    <>
      <PageHeader
        title="Snitches"
        actions={
          <>
            <BoardLink caseId={theCase.id} />
            {mayManage && (
              <ButtonLink href={`/${theCase.id}/new`} look="primary">
                <Plus aria-hidden />
                Add Snitch
                {Number.isFinite(limit) && (
                  <span className="font-normal opacity-75">{`${total} of ${limit}`}</span>
                )}
              </ButtonLink>
            )}
          </>
        }
      >
        <Summary caseId={theCase.id} counts={counts} late={late} total={total} />
      </PageHeader>
      <SavedViews caseId={theCase.id} view={view} views={views} />
      <FilterBar caseId={theCase.id} view={view} tags={tags}>
        <SaveView caseId={theCase.id} view={view} views={views} />
      </FilterBar>
      <p role="status" className="sr-only">
        {view.search && snitchesFound(found)}
      </p>
      {snitches.length === 0 ? (
        <NoResults href={`/${theCase.id}`} isFiltered={isFiltered(view)} />
      ) : (
        <Selection
          action={changeSelectedAction.bind(null, theCase.id)}
          query={filterQuery(view)}
          found={found}
          defaultRecipients={defaultRecipients(theCase)}
        >
          <SnitchList
            snitches={snitches.map((snitch) => ({
              ...snitch,
              bars: history.get(snitch.id) ?? [],
              lastRun: lastRuns.get(snitch.id),
              incident: incidents.get(snitch.id),
              maintenance: maintenance.get(snitch.id),
            }))}
            sorts={columnSorts(theCase.id, view)}
            groups={groups}
            display={display}
            setting={{
              caseId: theCase.id,
              checkInUrl: env.CHECK_IN_URL,
              now,
              mayManage,
              pause: pauseFromListAction.bind(null, theCase.id),
              unpause: unpauseFromListAction.bind(null, theCase.id),
            }}
          />
        </Selection>
      )}
      <Pagination caseId={theCase.id} view={view} found={found} shown={distinct.length} {...page} />
      <ListKeys checkInUrl={env.CHECK_IN_URL} />
      <Live caseId={theCase.id} />
    </>
  );
}

const snitchesFound = (found: number) =>
  found === 1 ? "1 snitch found." : `${found.toLocaleString("en")} snitches found.`;
