import type { Metadata } from "next";
import { cache } from "react";
import { favicon } from "@/components/favicon";
import { Live } from "@/components/live";
import { PageHeader } from "@/components/page-header";
import { ListKeys } from "@/components/snitches/list-keys";
import { Selection } from "@/components/snitches/selection";
import { SnitchList } from "@/components/snitches/snitch-list";
import { ButtonLink } from "@/components/ui/button";
import { Plus } from "@/components/ui/icons";
import { currentCase } from "@/lib/auth/session";
import { snitchLimit } from "@/lib/cases/plan";
import { may } from "@/lib/cases/roles";
import { env } from "@/lib/platform/env";
import { listHistory } from "@/lib/snitches/history";
import { countByStatus, listSnitchPage, listTags } from "@/lib/snitches/list";
import { changeSelected } from "./actions";
import { EmptyCase } from "./empty-case";
import { Filters } from "./filter-bar";
import { isNarrowed, type Search, viewIn } from "./filters";
import { Nothing } from "./no-results";
import { Pages } from "./pagination";
import { pauseFromList, unpauseFromList } from "./snitches/[token]/actions";
import { Summary } from "./summary";

type ListPageProps = { params: Promise<{ caseId: string }>; searchParams: Promise<Search> };

const HISTORY_PERIODS = 14;

const countsOf = cache(countByStatus);

export async function generateMetadata({ params }: ListPageProps): Promise<Metadata> {
  const { theCase } = await currentCase((await params).caseId);
  const { failed, errored } = await countsOf(theCase.id);
  if (failed + errored === 0) return { title: `Snitches · ${theCase.name}` };
  const trouble = [failed && `${failed} missing`, errored && `${errored} errored`].filter(Boolean).join(", ");
  return { title: { absolute: `▲ ${trouble} · ${theCase.name}` }, icons: { icon: favicon("alarmed") } };
}

export default async function ListPage({ params, searchParams }: ListPageProps) {
  const { theCase, role } = await currentCase((await params).caseId);
  const mayManage = may(role, "manage_snitches");
  const { view, place } = viewIn(await searchParams);
  const now = new Date();
  const [counts, tags, { snitches, ...page }] = await Promise.all([
    countsOf(theCase.id),
    listTags(theCase.id),
    listSnitchPage(theCase.id, view, view.order, place),
  ]);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total === 0)
    return (
      <>
        <EmptyCase caseId={theCase.id} checkInUrl={env.CHECK_IN_URL} mayManage={mayManage} />
        <Live caseId={theCase.id} />
      </>
    );

  const room = snitchLimit(theCase.plan);
  const history = await listHistory(snitches, HISTORY_PERIODS, now);
  return (
    <>
      <PageHeader
        title="Snitches"
        actions={
          mayManage && (
            <ButtonLink href={`/${theCase.id}/new`} look="primary">
              <Plus aria-hidden />
              Add Snitch
              {Number.isFinite(room) && (
                <span className="font-normal opacity-75">{`${total} of ${room}`}</span>
              )}
            </ButtonLink>
          )
        }
      >
        <Summary caseId={theCase.id} counts={counts} total={total} />
      </PageHeader>
      <Filters caseId={theCase.id} view={view} tags={tags} />
      {snitches.length === 0 ? (
        <Nothing href={`/${theCase.id}`} isNarrowed={isNarrowed(view)} />
      ) : (
        <Selection change={changeSelected.bind(null, theCase.id)}>
          <SnitchList
            mayManage={mayManage}
            caseId={theCase.id}
            checkInUrl={env.CHECK_IN_URL}
            snitches={snitches.map((snitch) => ({ ...snitch, bars: history.get(snitch.id) ?? [] }))}
            now={now}
            pause={pauseFromList.bind(null, theCase.id)}
            unpause={unpauseFromList.bind(null, theCase.id)}
          />
        </Selection>
      )}
      <Pages caseId={theCase.id} view={view} shown={snitches.length} {...page} />
      <ListKeys />
      <Live caseId={theCase.id} />
    </>
  );
}
