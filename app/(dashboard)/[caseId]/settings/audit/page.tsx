import { KeyRound, Terminal, UserRound } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { PageHeader } from "@/components/page-header";
import { RelativeTime } from "@/components/relative-time";
import { Button, ButtonLink } from "@/components/ui/button";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { ACTIONS, THINGS } from "@/lib/audit/actions";
import { type EventFilter, type ListedEvent, listEvents } from "@/lib/audit/list";
import { currentCase } from "@/lib/session";
import { Tabs } from "../tabs";
import { factsInWords } from "./facts";
import { type AuditSearch, filterIn, hrefOf } from "./filter";
import { FilterFields } from "./filter-fields";

export const metadata: Metadata = { title: "Audit log" };

type AuditPageProps = { params: Promise<{ caseId: string }>; searchParams: Promise<AuditSearch> };

export default async function AuditPage({ params, searchParams }: AuditPageProps) {
  const { owner } = await currentCase((await params).caseId, "/settings/audit");
  const filter = filterIn(await searchParams);
  const { events, next } = await listEvents(owner.id, filter);
  const here = `/${owner.id}/settings/audit`;
  const isNarrowed = Boolean(filter.who || filter.which || filter.thing);
  return (
    <>
      <PageHeader title="Case settings" />
      <Tabs caseId={owner.id} here="/audit" />
      <form action={here} className="flex flex-wrap items-end gap-2 pb-4">
        <FilterFields filter={filter} things={THINGS} />
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
        <Events caseId={owner.id} events={events} />
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

function Events({ caseId, events }: { caseId: string; events: ListedEvent[] }) {
  const now = new Date();
  return (
    <Table label="Audit log">
      <Head columns={["When", "Who", "What", "From"]} />
      <tbody>
        {events.map((event) => (
          <Row key={event.id}>
            <Cell className="align-top text-ink-quiet">
              <RelativeTime at={event.at} now={now} />
            </Cell>
            <Cell className="max-w-56 min-w-36 align-top">
              <Who {...event} />
            </Cell>
            <Cell className="min-w-56 align-top">
              {ACTIONS[event.action] ?? event.action} <Thing caseId={caseId} event={event} />
              {factsInWords(event.facts).map((fact) => (
                <p key={fact} className="pt-0.5 text-xs break-words text-ink-quiet">
                  {fact}
                </p>
              ))}
            </Cell>
            <Cell className="align-top font-mono text-xs text-ink-quiet">{event.address || "–"}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

const ACTORS = {
  user: { Icon: UserRound, word: "" },
  api_key: { Icon: KeyRound, word: "API key " },
  operator: { Icon: Terminal, word: "" },
  tattle: { Icon: Terminal, word: "" },
} as const;

function Who({ actorKind, actorName }: Pick<ListedEvent, "actorKind" | "actorName">) {
  const { Icon, word } = ACTORS[actorKind];
  return (
    <span className="flex items-baseline gap-1.5">
      <Icon aria-hidden className="size-3.5 shrink-0 translate-y-0.5 text-ink-quiet" />
      <span className="min-w-0 break-words">
        {word && <span className="sr-only">{word}</span>}
        {actorName}
      </span>
    </span>
  );
}

function Thing({ caseId, event: { action, thingId, thingName } }: { caseId: string; event: ListedEvent }) {
  if (!action.startsWith("snitch.") || action === "snitch.removed") {
    return <strong className="font-medium break-words">{thingName}</strong>;
  }
  return (
    <Link href={`/${caseId}/snitches/${thingId}`} className="font-medium break-words hover:underline">
      {thingName}
    </Link>
  );
}

function Pages({ here, filter, next }: { here: string; filter: EventFilter; next: string | null }) {
  if (!next && !filter.before) return null;
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2 pt-4">
      {filter.before && <ButtonLink href={hrefOf(here, { ...filter, before: undefined })}>Newest</ButtonLink>}
      {next && <ButtonLink href={hrefOf(here, { ...filter, before: next })}>Older</ButtonLink>}
    </nav>
  );
}
