import clsx from "clsx";
import { timesInWords } from "@/components/time-in-words";
import { Table } from "@/components/ui/table";
import type { TimeDisplay } from "@/lib/rules/time-display";
import { COLUMN_WORDS, type ListColumn } from "./list-columns";
import { type ListedWithHistory, listRow } from "./list-row";
import { type RowGroup, RowGroups } from "./row-groups";
import type { RowSetting } from "./snitch-row";
import { type ColumnSort, SortHeader } from "./sort-header";
import { Tick } from "./tick";

/** In a list by tag: how many snitches of the whole list have a tag, "" for none, and the URL of the list of one tag. */
export type Groups = { counts: Map<string, number>; hrefs: Map<string, string> };

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
  const words = timesInWords(display);
  const buildRows = (some: ListedWithHistory[]) =>
    some.map((snitch) => listRow(snitch, setting.now, words, setting.columns));
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
              <Tick name="all" label="Select all snitches on this page" />
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
              {COLUMN_WORDS[column]}
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

function byTag(
  snitches: ListedWithHistory[],
  { counts, hrefs }: Groups,
  buildRows: (some: ListedWithHistory[]) => RowGroup["rows"],
): RowGroup[] {
  const tags = [...new Set(snitches.map(({ group }) => group))];
  return tags.map((tag) => ({
    heading: { tag, count: counts.get(tag ?? "") ?? 0, href: hrefs.get(tag ?? "") ?? "" },
    rows: buildRows(snitches.filter(({ group }) => group === tag)),
  }));
}
