import { ChartGantt, List, Monitor } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { buildListUrl, DEFAULT_RANGE, type View } from "./filters";

/** The ways to look at the snitches of a case. The list and the timeline keep the filters. */
export function ViewLinks({ caseId, view }: { caseId: string; view: View }) {
  const listUrl = buildListUrl(caseId, { ...view, timeline: undefined });
  const timelineUrl = buildListUrl(caseId, {
    ...view,
    group: undefined,
    columns: [],
    timeline: view.timeline ?? DEFAULT_RANGE,
  });
  return (
    <nav aria-label="Views" className="flex rounded-md border border-line p-px max-sm:ml-auto print:hidden">
      <ViewLink href={listUrl} isCurrent={!view.timeline} title="List">
        <List aria-hidden />
        <span className="sr-only">List</span>
      </ViewLink>
      <ViewLink href={timelineUrl} isCurrent={view.timeline !== undefined} title="Timeline">
        <ChartGantt aria-hidden />
        <span className="sr-only">Timeline</span>
      </ViewLink>
      <ViewLink href={`/${caseId}/board`} title="Board, a page for a screen on the wall">
        <Monitor aria-hidden />
        <span className="sr-only">Board</span>
      </ViewLink>
    </nav>
  );
}

type ViewLinkProps = React.ComponentProps<typeof Link> & { isCurrent?: boolean };

const ViewLink = ({ isCurrent, ...link }: ViewLinkProps) => (
  <Link {...link} aria-current={isCurrent ? "page" : undefined} className="view-link" />
);
