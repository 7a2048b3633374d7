import type { Metadata } from "next";
import { currentCase } from "@/app/sign-in/session";
import { DocsLink, PageHeader } from "@/components/page-header";
import { Button, ButtonLink } from "@/components/ui/button";
import { NoMatch } from "@/components/ui/no-match";
import { RESOURCES } from "@/lib/audit/actions";
import { type EventFilter, listEvents } from "@/lib/audit/list";
import type { Query } from "../../(list)/filters";
import { EventTable } from "./event-table";
import { buildAuditUrl, parseFilter } from "./filter";
import { FilterFields } from "./filter-fields";

export const metadata: Metadata = { title: "Audit log" };

type AuditPageProps = { params: Promise<{ caseId: string }>; searchParams: Promise<Query> };

export default async function AuditPage({ params, searchParams }: AuditPageProps) {
  const { theCase } = await currentCase((await params).caseId, "/settings/audit");
  const filter = parseFilter(await searchParams);
  const { events, next } = await listEvents(theCase.id, filter);
  const path = `/${theCase.id}/settings/audit`;
  const isFiltered = Boolean(filter.who || filter.which || filter.resource);
  return (
    <>
      <PageHeader title="Audit log" />
      <form action={path} className="flex flex-wrap items-end gap-2 pb-4">
        <FilterFields filter={filter} resources={RESOURCES} />
        <Button type="submit" className="h-9">
          Filter
        </Button>
        {isFiltered && (
          <ButtonLink href={path} look="bare" className="h-9">
            Show All
          </ButtonLink>
        )}
      </form>
      {events.length === 0 ? (
        <NoEvents isFiltered={isFiltered} />
      ) : (
        <EventTable caseId={theCase.id} events={events} />
      )}
      <Pagination path={path} filter={filter} next={next} />
      <p className="pt-6 text-sm text-ink-quiet">
        Events are kept for two years and can’t be changed or removed.{" "}
        <a
          href={buildAuditUrl(`${path}/file`, filter)}
          download
          className="text-ink underline underline-offset-4"
        >
          Download as CSV
        </a>
      </p>
    </>
  );
}

const NoEvents = ({ isFiltered }: { isFiltered: boolean }) => (
  <NoMatch>
    {isFiltered ? (
      "No event matches this filter."
    ) : (
      <>
        Nothing has been changed yet. <DocsLink page="">How Tattle works</DocsLink>
      </>
    )}
  </NoMatch>
);

function Pagination({ path, filter, next }: { path: string; filter: EventFilter; next: string | null }) {
  if (!next && !filter.before) return null;
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2 pt-4">
      {filter.before && (
        <ButtonLink href={buildAuditUrl(path, { ...filter, before: undefined })}>Newest</ButtonLink>
      )}
      {next && <ButtonLink href={buildAuditUrl(path, { ...filter, before: next })}>Older</ButtonLink>}
    </nav>
  );
}
