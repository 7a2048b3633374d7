"use client";

import { Link } from "@/components/ui/link";
import type { ListRow } from "./list-row";
import { type RowSetting, SnitchRow } from "./snitch-row";

/** In a list by tag: a tag, null for none; how many snitches of the whole list have it; the URL of the list of this tag. */
type Heading = { tag: string | null; count: number; href: string };

/** The rows under a heading. */
export type RowGroup = { heading?: Heading; rows: ListRow[] };

/**
 * The rows of the list; in a list by tag, below a heading for each tag. They are rendered by a client component, because the page
 * sends its data alone: it would send the markup of server components a second time.
 */
export const RowGroups = ({ groups, setting }: { groups: RowGroup[]; setting: RowSetting }) =>
  groups.map(({ heading, rows }) => (
    <tbody key={heading?.tag ?? ""}>
      {heading && <GroupHeading {...heading} columns={8 + setting.columns.length} />}
      {rows.map((row) => (
        <SnitchRow key={row.token} row={row} setting={setting} />
      ))}
    </tbody>
  ));

const GroupHeading = ({ tag, count, href, columns }: Heading & { columns: number }) => (
  <tr>
    <th
      scope="rowgroup"
      colSpan={columns}
      className="truncate md:max-w-0 pt-5 pb-1.5 text-left text-sm font-semibold md:pl-0.5"
    >
      {tag === null ? (
        "No tags"
      ) : (
        <Link href={href} className="hover:underline hover:underline-offset-4">
          <bdi>{tag}</bdi>
        </Link>
      )}{" "}
      <span className="pl-1 font-normal text-ink-quiet tabular-nums">{count.toLocaleString("en")}</span>
    </th>
  </tr>
);
