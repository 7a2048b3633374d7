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
  const { owner } = await currentCase((await params).caseId);
  const { failed, errored } = await countsOf(owner.id);
  if (failed + errored === 0) return { title: `Snitches · ${owner.name}` };
  const trouble = [failed && `${failed} missing`, errored && `${errored} errored`].filter(Boolean).join(", ");
  return { title: { absolute: `▲ ${trouble} · ${owner.name}` }, icons: { icon: favicon("alarmed") } };
}

export default async function ListPage({ params, searchParams }: ListPageProps) {
  const { owner, role } = await currentCase((await params).caseId);
  const mayManage = may(role, "manage_snitches");
  const { view, place } = viewIn(await searchParams);
  const now = new Date();
  const [counts, tags, { snitches, ...page }] = await Promise.all([
    countsOf(owner.id),
    listTags(owner.id),
    listSnitchPage(owner.id, view, view.order, place),
  ]);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total === 0)
    return (
      <>
        <EmptyCase caseId={owner.id} checkInUrl={env.CHECK_IN_URL} mayManage={mayManage} />
        <Live caseId={owner.id} />
      </>
    );

  const room = snitchLimit(owner.plan);
  const history = await listHistory(snitches, HISTORY_PERIODS, now);
  return (
    <>
      <PageHeader
        title="Snitches"
        actions={
          mayManage && (
            <ButtonLink href={`/${owner.id}/new`} look="primary">
              <Plus aria-hidden />
              Add Snitch
              {Number.isFinite(room) && (
                <span className="font-normal opacity-75">{`${total} of ${room}`}</span>
              )}
            </ButtonLink>
          )
        }
      >
        <Summary caseId={owner.id} counts={counts} total={total} />
      </PageHeader>
      <Filters caseId={owner.id} view={view} tags={tags} />
      {snitches.length === 0 ? (
        <Nothing href={`/${owner.id}`} isNarrowed={isNarrowed(view)} />
      ) : (
        <Selection change={changeSelected.bind(null, owner.id)}>
          <SnitchList
            mayManage={mayManage}
            caseId={owner.id}
            checkInUrl={env.CHECK_IN_URL}
            snitches={snitches.map((snitch) => ({ ...snitch, bars: history.get(snitch.id) ?? [] }))}
            now={now}
            pause={pauseFromList.bind(null, owner.id)}
            unpause={unpauseFromList.bind(null, owner.id)}
          />
        </Selection>
      )}
      <Pages caseId={owner.id} view={view} shown={snitches.length} {...page} />
      <ListKeys />
      <Live caseId={owner.id} />
    </>
  );
}
