import { ChartGantt, FileText, List } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { buildListUrl, DEFAULT_RANGE, type View } from "./filters";

type ViewLinksProps = { caseId: string; view: View; isReport?: boolean };

/** The ways to look at the snitches of a case. The list and the timeline keep the filters. */
export function ViewLinks({ caseId, view, isReport = false }: ViewLinksProps) {
  const listUrl = buildListUrl(caseId, { ...view, timeline: undefined });
  const timelineUrl = buildListUrl(caseId, {
    ...view,
    group: undefined,
    columns: [],
    timeline: view.timeline ?? DEFAULT_RANGE,
  });
  return (
    <nav aria-label="Views" className="flex rounded-md border border-line p-px max-sm:ml-auto print:hidden">
      <ViewLink href={listUrl} isCurrent={!view.timeline && !isReport} title="List">
        <List aria-hidden />
        <span className="sr-only">List</span>
      </ViewLink>
      <ViewLink href={timelineUrl} isCurrent={view.timeline !== undefined} title="Timeline">
        <ChartGantt aria-hidden />
        <span className="sr-only">Timeline</span>
      </ViewLink>
      <ViewLink href={`/${caseId}/reports`} isCurrent={isReport} title="Monthly report">
        <FileText aria-hidden />
        <span className="sr-only">Monthly Report</span>
      </ViewLink>
    </nav>
  );
}

type ViewLinkProps = React.ComponentProps<typeof Link> & { isCurrent: boolean };

const ViewLink = ({ isCurrent, ...link }: ViewLinkProps) => (
  <Link {...link} aria-current={isCurrent ? "page" : undefined} className="view-link" />
);
