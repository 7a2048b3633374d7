import { Link } from "@/components/ui/link";
import type { ListedSnitch } from "@/lib/snitches/list";

/** In a list by tag: how many snitches of the whole list have a tag, "" for none, and the URL of the list of one tag. */
export type Groups = { counts: Map<string, number>; hrefs: Map<string, string> };

type RowGroupsProps<Snitch> = {
  snitches: Snitch[];
  /** Absent if the list is not by tag. */
  groups: Groups | undefined;
  children: (snitch: Snitch) => React.ReactNode;
};

/** The rows of the list; in a list by tag, below a heading for each tag. */
export function RowGroups<Snitch extends ListedSnitch>(props: RowGroupsProps<Snitch>) {
  const { snitches, groups, children: rowOf } = props;
  if (!groups) return <tbody>{snitches.map(rowOf)}</tbody>;
  const tags = [...new Set(snitches.map(({ group }) => group))];
  return tags.map((tag) => (
    <tbody key={tag ?? ""}>
      <tr className="border-b border-line">
        <th
          scope="rowgroup"
          colSpan={8}
          className="max-w-0 truncate pt-5 pb-1.5 text-left text-sm font-semibold md:pl-0.5"
        >
          {tag === null ? (
            "No tags"
          ) : (
            <Link href={groups.hrefs.get(tag) ?? ""} className="hover:underline hover:underline-offset-4">
              <bdi>{tag}</bdi>
            </Link>
          )}{" "}
          <span className="pl-1 font-normal text-ink-quiet tabular-nums">
            {groups.counts.get(tag ?? "")?.toLocaleString("en")}
          </span>
        </th>
      </tr>
      {snitches.filter(({ group }) => group === tag).map(rowOf)}
    </tbody>
  ));
}
