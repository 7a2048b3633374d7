import { LIST_COLUMNS, type ListColumn } from "@/components/snitches/list/list-columns";
import { Settings2 } from "@/components/ui/icons";
import { formatPrefix } from "@/lib/rules/grouping";
import { Choices } from "./choices";
import { Dropdown } from "./dropdown";
import { buildShortUrl, DEFAULT_RANGE, type View } from "./filters";
import { ORDER_LABELS, orderChoices, toggleColumn } from "./sorting";

const COLUMN_CHOICES: Record<ListColumn, string> = {
  duration: "Duration of the last run",
  p95: "p95 of the durations",
};

type DisplayMenuProps = {
  caseId: string;
  view: View;
  /** What tags begin with, such as “env:”. */
  prefixes: string[];
  hasEnvironments: boolean;
  hasMachines: boolean;
  children: React.ReactNode;
};

/** How the list is shown: its view, order, grouping and columns, and `children` after them. Every choice is a link. */
export function DisplayMenu({
  caseId,
  view,
  prefixes,
  hasEnvironments,
  hasMachines,
  children,
}: DisplayMenuProps) {
  const choice = (label: string, changes: Partial<View>, isOn: boolean) => ({
    label,
    href: buildShortUrl(caseId, { ...view, ...changes }),
    ...(isOn && { isOn: true as const }),
  });
  const { group } = view;
  const prefix = group?.by === "tag" ? group.prefix : undefined;
  const allPrefixes = [...new Set([...prefixes, prefix ?? ""])].filter(Boolean);
  return (
    <Dropdown
      label={
        <>
          <Settings2 aria-hidden />
          <span className="max-sm:sr-only">Display</span>
        </>
      }
    >
      <Choices
        title="View"
        closesMenu
        choices={[
          choice("List", { timeline: undefined }, !view.timeline),
          choice(
            "Timeline",
            { group: undefined, columns: [], timeline: view.timeline ?? DEFAULT_RANGE },
            view.timeline !== undefined,
          ),
          { label: "Monthly report", href: `/${caseId}/reports` },
        ]}
      />
      <Choices
        title="Order"
        choices={orderChoices(view).map((order) =>
          choice(ORDER_LABELS[order], { order }, order === view.order),
        )}
      />
      {!view.timeline && (
        <Choices
          title="Groups"
          choices={[
            choice("No groups", { group: undefined }, !group),
            ...["", ...allPrefixes].map((each) =>
              choice(
                each ? `By ${formatPrefix(each)}` : "By first tag",
                { group: { by: "tag", prefix: each } },
                each === prefix,
              ),
            ),
            ...(["environment", "machine"] as const)
              .filter((by) => (by === "machine" ? hasMachines : hasEnvironments))
              .map((by) => choice(`By ${by}`, { group: { by } }, group?.by === by)),
          ]}
        />
      )}
      {!view.timeline && (
        <Choices
          title="Columns"
          choices={LIST_COLUMNS.map((column) =>
            choice(COLUMN_CHOICES[column], toggleColumn(view, column), view.columns.includes(column)),
          )}
        />
      )}
      {children}
    </Dropdown>
  );
}
