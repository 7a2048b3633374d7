import type { Metadata } from "next";
import { Timeline } from "@/components/snitches/charts/timeline";
import { NoEntries } from "@/components/snitches/no-entries";
import { ButtonLink } from "@/components/ui/button";
import { listActivity } from "@/lib/history/list-activity";
import { formatCursor } from "@/lib/history/timeline-cursor";
import type { Query } from "../../../(list)/filters";
import { SnitchFrame } from "../frame";
import { loadSnitch, type SnitchParams } from "../load-snitch";
import { entryUrl } from "./entry-url";
import { ActivityKinds, activityUrl, parseTimelineFilter } from "./kinds";

const ROWS_ON_A_PAGE = 25;

type ActivityPageProps = { params: SnitchParams; searchParams: Promise<Query> };

const load = async (params: SnitchParams) => {
  const { caseId, token } = await params;
  return loadSnitch(caseId, token, "/activity");
};

export async function generateMetadata({ params }: ActivityPageProps): Promise<Metadata> {
  const { snitch, theCase } = await load(params);
  return { title: `Activity of ${snitch.name} · ${theCase.name}` };
}

/** What happened to a snitch, one page of one kind of entry. With `?entry=` the page starts with that entry. */
export default async function ActivityPage({ params, searchParams }: ActivityPageProps) {
  const query = await searchParams;
  const { theCase, role, snitch } = await load(params);
  const now = new Date();
  const filter = parseTimelineFilter(query.show);
  const first = textIn(query.entry);
  const after = textIn(query.after);
  const { entries, next } = await listActivity(snitch, filter, ROWS_ON_A_PAGE, now, { with: first, after });
  const snitchUrl = `/${theCase.id}/snitches/${snitch.token}`;
  const marked = entries.find((entry) => formatCursor(entry) === first);
  const isFirstPage = !first && !after;
  return (
    <SnitchFrame theCase={theCase} role={role} snitch={snitch} tab="/activity" now={now}>
      <section id="activity" aria-label="Activity" className="grid gap-4">
        <h2 className="sr-only">Activity</h2>
        <ActivityKinds snitchUrl={snitchUrl} current={filter} />
        {first && !marked && <p className="text-ink-quiet">That entry is no longer kept.</p>}
        {entries.length > 0 ? (
          <Timeline
            entries={entries}
            now={now}
            buildUrl={(entry) => entryUrl(snitchUrl, entry)}
            caseUrl={`/${theCase.id}`}
            snitchUrl={snitchUrl}
            marked={marked?.id}
          />
        ) : filter === "all" && isFirstPage ? (
          <NoEntries snitchUrl={snitchUrl} />
        ) : (
          <p className="text-ink-quiet">There are no entries of this kind.</p>
        )}
        {(next || !isFirstPage) && (
          <nav aria-label="Pages of activity" className="flex gap-2 print:hidden">
            {!isFirstPage && <ButtonLink href={activityUrl(snitchUrl, filter)}>Latest</ButtonLink>}
            {next && <ButtonLink href={activityUrl(snitchUrl, filter, next)}>Older</ButtonLink>}
          </nav>
        )}
      </section>
    </SnitchFrame>
  );
}

const textIn = (value: string | string[] | undefined) => (typeof value === "string" ? value : undefined);
