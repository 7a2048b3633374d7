"use client";

import { ArrowUp } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";

/** What clicking a heading sorts by, and how the list is currently sorted by its column. */
export type ColumnSort = { href: string; direction: "ascending" | "descending" | undefined };

type SortHeaderProps = { sort: ColumnSort; className?: string; children: string };

/** A column heading that sorts the list. On small screens, where headings are not shown, it is only read out. */
export function SortHeader({ sort: { href, direction }, className, children }: SortHeaderProps) {
  return (
    <th scope="col" aria-sort={direction} className={className}>
      <span className="md:hidden">{children}</span>
      <Link href={href} scroll={false} className="sort">
        {children}
        <ArrowUp aria-hidden />
      </Link>
    </th>
  );
}
