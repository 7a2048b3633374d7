"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { PaletteKey } from "@/components/command/palette-key";
import { useKeys } from "@/components/keys";
import { Search } from "@/components/ui/icons";

/** The search of the documentation. It is a form, so it works without scripts; with them, / and ⌘K move the focus to it. */
export function DocsSearch() {
  const input = useRef<HTMLInputElement>(null);
  const isResults = usePathname() === "/docs/search";
  const query = useSearchParams().get("q") ?? "";
  useKeys({ "/": () => input.current?.select() });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      input.current?.select();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return (
    <search className="max-sm:order-last max-sm:w-full sm:ml-auto sm:w-72 print:hidden">
      <form action="/docs/search" className="relative">
        <Search aria-hidden className="absolute top-2.5 left-2.5 size-4 text-ink-quiet" />
        <input
          ref={input}
          // The query is in the URL, and a new URL needs a new element.
          key={query}
          name="q"
          type="search"
          aria-label="Search the documentation"
          placeholder="Search the documentation…"
          autoComplete="off"
          maxLength={200}
          defaultValue={isResults ? query : ""}
          className="peer h-9 w-full rounded-md border border-line bg-surface pr-14 pl-8 text-sm max-sm:text-lg"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-2 right-2 hidden peer-placeholder-shown:sm:block noscript:hidden"
        >
          <PaletteKey />
        </span>
      </form>
    </search>
  );
}
