import type { Metadata } from "next";
import { ButtonLink } from "@/components/ui/button";
import { listEvents } from "@/lib/audit/list";
import { isUuid } from "@/lib/rules/uuid";
import type { Query } from "../../../../(list)/filters";
import { EventTable } from "../../../../settings/audit/event-table";
import { SnitchFrame } from "../../frame";
import { loadSnitch, type SnitchParams } from "../../load-snitch";
import { ActivityKinds, activityUrl } from "../kinds";

type ChangesPageProps = { params: SnitchParams; searchParams: Promise<Query> };

const load = async (params: SnitchParams) => {
  const { caseId, token } = await params;
  return loadSnitch(caseId, token, "/activity/changes");
};

export async function generateMetadata({ params }: ChangesPageProps): Promise<Metadata> {
  const { snitch, theCase } = await load(params);
  return { title: `Changes of ${snitch.name} · ${theCase.name}` };
}

/** Who changed a snitch: its part of the audit log. */
export default async function ChangesPage({ params, searchParams }: ChangesPageProps) {
  const { before } = await searchParams;
  const { theCase, role, snitch } = await load(params);
  const { events, next } = await listEvents(theCase.id, {
    resourceId: snitch.token,
    before: isUuid(before) ? before : undefined,
  });
  const snitchUrl = `/${theCase.id}/snitches/${snitch.token}`;
  return (
    <SnitchFrame theCase={theCase} role={role} snitch={snitch} tab="/activity" now={new Date()}>
      <section aria-label="Audit log of this snitch" className="grid gap-4">
        <h2 className="sr-only">Audit log</h2>
        <ActivityKinds snitchUrl={snitchUrl} current="audit" />
        {events.length > 0 ? (
          <EventTable caseId={theCase.id} events={events} />
        ) : (
          <p className="text-ink-quiet">No changes are recorded. Changes are kept for two years.</p>
        )}
        {(next || before) && (
          <nav aria-label="Pages of changes" className="flex gap-2 print:hidden">
            {before && <ButtonLink href={activityUrl(snitchUrl, "audit")}>Newest</ButtonLink>}
            {next && <ButtonLink href={activityUrl(snitchUrl, "audit", next)}>Older</ButtonLink>}
          </nav>
        )}
      </section>
    </SnitchFrame>
  );
}
