"use client";

import { useRef } from "react";
import { useKeys } from "@/components/keys";
import { Search } from "@/components/ui/icons";
import { Kbd } from "@/components/ui/kbd";

/** Searches by name. The “/” key focuses it from anywhere on the page. */
export function SearchField({ value }: { value: string }) {
  const ref = useRef<HTMLInputElement>(null);

  useKeys({ "/": () => ref.current?.focus() });

  return (
    <div className="relative">
      <Search aria-hidden className="absolute top-2 left-2.5 size-4 text-ink-quiet" />
      <input
        ref={ref}
        key={value}
        type="search"
        name="q"
        defaultValue={value}
        aria-label="Search snitches"
        placeholder="Search snitches…"
        className="h-8 w-full rounded-md border border-line bg-surface pr-8 pl-8 text-sm max-sm:text-lg"
      />
      <span aria-hidden className="pointer-events-none absolute top-1.5 right-1.5 hidden sm:block">
        {!value && <Kbd>/</Kbd>}
      </span>
    </div>
  );
}
