"use client";

import { ArrowDownWideNarrow, Check } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { Order } from "@/lib/snitches/list-order";

type SortChoice = { value: Order; words: string; href: string };

/** The orders of the list. Each is a link. */
export function SortMenu({ order, choices }: { order: Order; choices: SortChoice[] }) {
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="inline-flex h-8 items-center gap-1.5 rounded-md border border-line px-2.5 text-sm text-ink-quiet transition-colors hover:text-ink"
        >
          <ArrowDownWideNarrow aria-hidden className="size-3.5" />
          <span className="sr-only">Sorted by: </span>
          {choices.find(({ value }) => value === order)?.words}
        </button>
      }
    >
      {choices.map(({ value, words, href }) => (
        <MenuItem key={value} asChild>
          <Link href={href} aria-current={value === order ? "true" : undefined}>
            {words}
            {value === order && <Check aria-hidden className="ml-auto" />}
          </Link>
        </MenuItem>
      ))}
    </Menu>
  );
}
