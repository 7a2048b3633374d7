import { Segments } from "@/components/segments";
import { ChartGantt, FileText, List } from "@/components/ui/icons";
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
    <Segments
      label="Views"
      className="max-sm:ml-auto print:hidden"
      segments={[
        {
          href: listUrl,
          title: "List",
          isCurrent: !view.timeline && !isReport,
          children: <Icon icon={List} name="List" />,
        },
        {
          href: timelineUrl,
          title: "Timeline",
          isCurrent: view.timeline !== undefined,
          children: <Icon icon={ChartGantt} name="Timeline" />,
        },
        {
          href: `/${caseId}/reports`,
          title: "Monthly report",
          isCurrent: isReport,
          children: <Icon icon={FileText} name="Monthly Report" />,
        },
      ]}
    />
  );
}

const Icon = ({ icon: Mark, name }: { icon: typeof List; name: string }) => (
  <>
    <Mark aria-hidden />
    <span className="sr-only">{name}</span>
  </>
);
