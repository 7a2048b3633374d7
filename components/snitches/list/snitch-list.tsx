import clsx from "clsx";
import { RowCheckbox } from "@/components/snitches/charts/row-checkbox";
import { timeFormats } from "@/components/time-formats";
import { Table } from "@/components/ui/table";
import type { GroupCounts } from "@/lib/rules/grouping";
import type { TimeDisplay } from "@/lib/rules/time-display";
import { COLUMN_LABELS, type ListColumn } from "./list-columns";
import { type ListedWithHistory, listRow } from "./list-row";
import { type RowGroup, RowGroups } from "./row-groups";
import type { RowSetting } from "./snitch-row";
import { type ColumnSort, SortHeader } from "./sort-header";

/** In a list by tag: how many snitches of the whole list are in a group, the URL of the list of its tag, and the name of the group without one, whose key is "". */
export type Groups = { counts: Map<string, GroupCounts>; hrefs: Map<string, string>; noTag: string };

type SnitchListProps = {
  snitches: ListedWithHistory[];
  /** How the headings sort. */
  sorts: Record<"status" | "name" | "interval" | "checkedIn" | "due" | ListColumn, ColumnSort>;
  /** Absent if the list is not by tag. */
  groups: Groups | undefined;
  /** How the reader reads times. */
  display: TimeDisplay;
  setting: RowSetting;
};

export function SnitchList({ snitches, sorts, groups, display, setting }: SnitchListProps) {
  const formats = timeFormats(display);
  const buildRows = (some: ListedWithHistory[]) =>
    some.map((snitch) => listRow(snitch, setting.now, formats, setting));
  return (
    <Table
      label="Snitches"
      className={clsx(
        "snitches",
        setting.columns.length > 0 && "extended",
        setting.columns.length > 1 && "no-schedule",
      )}
    >
      <thead className="max-md:sr-only">
        <tr>
          {setting.mayManage && (
            <th scope="col" className="tick">
              <RowCheckbox name="all" label="Select all snitches on this page" />
            </th>
          )}
          <SortHeader sort={sorts.status}>Status</SortHeader>
          <SortHeader sort={sorts.name}>Name</SortHeader>
          <SortHeader sort={sorts.interval} className="of-schedule md:max-xl:hidden">
            Schedule
          </SortHeader>
          <th scope="col" className="history">
            History
          </th>
          {setting.columns.map((column) => (
            <SortHeader key={column} sort={sorts[column]}>
              {COLUMN_LABELS[column]}
            </SortHeader>
          ))}
          <SortHeader sort={sorts.checkedIn}>Last healthy</SortHeader>
          <SortHeader sort={sorts.due} className="wide">
            Due
          </SortHeader>
          <th scope="col" className="print:hidden">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <RowGroups
        groups={groups ? byTag(snitches, groups, buildRows) : [{ rows: buildRows(snitches) }]}
        setting={setting}
      />
    </Table>
  );
}

const NOT_COUNTED: GroupCounts = { count: 0, failed: 0, errored: 0 };

function byTag(
  snitches: ListedWithHistory[],
  { counts, hrefs, noTag }: Groups,
  buildRows: (some: ListedWithHistory[]) => RowGroup["rows"],
): RowGroup[] {
  const tags = [...new Set(snitches.map(({ group }) => group))];
  return tags.map((tag) => ({
    heading: {
      name: tag ?? noTag,
      href: tag === null ? null : (hrefs.get(tag) ?? null),
      counts: counts.get(tag ?? "") ?? NOT_COUNTED,
    },
    rows: buildRows(snitches.filter(({ group }) => group === tag)),
  }));
}
