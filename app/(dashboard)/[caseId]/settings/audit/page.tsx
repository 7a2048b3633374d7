import type { Metadata } from "next";
import { PageHeader } from "@/components/page-header";
import { Button, ButtonLink } from "@/components/ui/button";
import { RESOURCES } from "@/lib/audit/actions";
import { type EventFilter, listEvents } from "@/lib/audit/list";
import { currentCase } from "@/lib/auth/session";
import { Tabs } from "../tabs";
import { Events } from "./events";
import { type AuditSearch, filterIn, hrefOf } from "./filter";
import { FilterFields } from "./filter-fields";

export const metadata: Metadata = { title: "Audit log" };

type AuditPageProps = { params: Promise<{ caseId: string }>; searchParams: Promise<AuditSearch> };

export default async function AuditPage({ params, searchParams }: AuditPageProps) {
  const { theCase } = await currentCase((await params).caseId, "/settings/audit");
  const filter = filterIn(await searchParams);
  const { events, next } = await listEvents(theCase.id, filter);
  const here = `/${theCase.id}/settings/audit`;
  const isNarrowed = Boolean(filter.who || filter.which || filter.resource);
  return (
    <>
      <PageHeader title="Case settings" />
      <Tabs caseId={theCase.id} here="/audit" />
      <form action={here} className="flex flex-wrap items-end gap-2 pb-4">
        <FilterFields filter={filter} things={RESOURCES} />
        <Button type="submit" className="h-9">
          Filter
        </Button>
        {isNarrowed && (
          <ButtonLink href={here} look="bare" className="h-9">
            Show All
          </ButtonLink>
        )}
      </form>
      {events.length === 0 ? (
        <Nothing isNarrowed={isNarrowed} />
      ) : (
        <Events caseId={theCase.id} events={events} />
      )}
      <Pages here={here} filter={filter} next={next} />
      <p className="pt-6 text-sm text-ink-quiet">Kept for two years. Times are UTC on hover.</p>
    </>
  );
}

const Nothing = ({ isNarrowed }: { isNarrowed: boolean }) => (
  <p className="rounded-lg border border-dashed border-line px-6 py-10 text-center text-ink-quiet">
    {isNarrowed ? "Nothing like that was done." : "Nothing has been done here yet."}
  </p>
);

function Pages({ here, filter, next }: { here: string; filter: EventFilter; next: string | null }) {
  if (!next && !filter.before) return null;
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2 pt-4">
      {filter.before && <ButtonLink href={hrefOf(here, { ...filter, before: undefined })}>Newest</ButtonLink>}
      {next && <ButtonLink href={hrefOf(here, { ...filter, before: next })}>Older</ButtonLink>}
    </nav>
  );
}
