"use client";

import { useRouter } from "next/navigation";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { whenReachable } from "@/components/keep-page";
import { useKeys } from "@/components/keys";
import { Search } from "@/components/ui/icons";
import { orNothing } from "@/components/ui/or-nothing";
import { may } from "@/lib/cases/roles";
import { Opening } from "./opening";
import type { PaletteProps } from "./palette";
import { PaletteKey } from "./palette-key";

// Loaded on first use.
const Palette = lazy(() => orNothing(import("./palette")));
const KeysOverlay = lazy(() => orNothing(import("./keys-overlay")));

/** The command menu, the overlay of keyboard shortcuts, and the shortcuts of every page. */
export function CommandMenu(props: Omit<PaletteProps, "query" | "setQuery" | "close" | "showKeys">) {
  const router = useRouter();
  const [open, setOpen] = useState<"palette" | "keys" | null>(null);
  const [query, setQuery] = useState("");
  const close = useCallback(() => {
    setOpen(null);
    setQuery("");
  }, []);
  const { theCase, role } = props;
  const mayAdd = role !== undefined && may(role, "manage_snitches");

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== "k" ||
        !(event.metaKey || event.ctrlKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      setQuery("");
      setOpen((now) => (now === "palette" ? null : "palette"));
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  useKeys({
    "?": () => setOpen("keys"),
    ...(theCase && mayAdd && { c: () => whenReachable(() => router.push(`/${theCase.id}/new`)) }),
  });

  return (
    <>
      <button
        type="button"
        onClick={() => setOpen("palette")}
        className="flex h-8 items-center gap-2 rounded-md border border-line bg-surface px-2 text-sm text-ink-quiet hover:text-ink max-lg:size-11 max-lg:justify-center max-lg:border-0 max-lg:bg-transparent noscript:hidden"
      >
        <Search aria-hidden className="size-4 lg:size-3.5" />
        <span className="max-lg:sr-only">Search or jump to…</span>
        <span aria-hidden className="ml-auto hidden lg:inline-flex">
          <PaletteKey />
        </span>
      </button>
      <Suspense fallback={<Opening setQuery={setQuery} close={close} />}>
        {open === "palette" && (
          <Palette
            {...props}
            query={query}
            setQuery={setQuery}
            close={close}
            showKeys={() => setOpen("keys")}
          />
        )}
        {open === "keys" && <KeysOverlay close={close} />}
      </Suspense>
    </>
  );
}
