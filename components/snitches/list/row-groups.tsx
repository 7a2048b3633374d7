"use client";

import clsx from "clsx";
import { useState } from "react";
import { useTickingNow } from "@/components/relative-time";
import { Link } from "@/components/ui/link";
import type { Opening } from "@/components/ui/menu";
import { formatTroubled, type GroupCounts } from "@/lib/rules/grouping";
import type { ListRow } from "./list-row";
import { type RowSetting, SnitchRow } from "./snitch-row";

/** In a list by tag: a group, and the URL of the list of its tag; null without a tag. */
type Heading = { name: string; href: string | null; counts: GroupCounts };

/** The rows under a heading. */
export type RowGroup = { heading?: Heading; rows: ListRow[] };

/**
 * The rows of the list; in a list by tag, below a heading for each tag. They are rendered by a client component, because the page
 * sends its data alone: it would send the markup of server components a second time.
 */
export function RowGroups({ groups, setting }: { groups: RowGroup[]; setting: RowSetting }) {
  const ticking = { ...setting, now: useTickingNow(setting.now) };
  const [opened, setOpened] = useState<{ token: string; opening: Opening } | null>(null);
  return groups.map(({ heading, rows }) => (
    <tbody key={`${heading?.href} ${heading?.name}`}>
      {heading && <GroupHeading {...heading} columns={8 + setting.columns.length} />}
      {rows.map((row) => (
        <SnitchRow
          key={row.token}
          row={row}
          setting={ticking}
          opening={opened?.token === row.token ? opened.opening : undefined}
          openMenu={(token, opening) => setOpened({ token, opening })}
        />
      ))}
    </tbody>
  ));
}

const GroupHeading = ({ name, href, counts, columns }: Heading & { columns: number }) => {
  const bad = formatTroubled(counts);
  return (
    <tr>
      <th
        scope="rowgroup"
        colSpan={columns}
        className="truncate md:max-w-0 pt-5 pb-1.5 text-left text-sm font-semibold md:pl-0.5"
      >
        {href === null ? (
          name
        ) : (
          <Link href={href} className="hover:underline hover:underline-offset-4">
            <bdi>{name}</bdi>
          </Link>
        )}{" "}
        <span className="pl-1 font-normal text-ink-quiet tabular-nums">
          {counts.count.toLocaleString("en")}
        </span>
        {bad && (
          <span className={clsx("pl-2 text-xs font-medium", counts.failed ? "text-failed" : "text-errored")}>
            {" "}
            {bad}
          </span>
        )}
      </th>
    </tr>
  );
};
