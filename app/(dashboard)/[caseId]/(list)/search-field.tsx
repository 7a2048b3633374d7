"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useTransition } from "react";
import { probe } from "@/components/connection";
import { useKeys } from "@/components/keys";
import { Search } from "@/components/ui/icons";
import { Kbd } from "@/components/ui/kbd";

/** How long a person must not type before the list is searched. */
const PAUSE_MS = 250;

/** The URL that submitting the form leads to. */
function buildUrl(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
  const query = new URLSearchParams(fields.filter(([, value]) => value));
  return query.size > 0 ? `${form.getAttribute("action")}?${query}` : `${form.getAttribute("action")}`;
}

/**
 * Searches by name while a person types. A search is one step of the browser’s history, however many keys it took. The “/” key
 * focuses the field from anywhere on the page. Without JavaScript, Enter submits its form.
 */
export function SearchField({ value, label = "Search snitches" }: { value: string; label?: string }) {
  const ref = useRef<HTMLInputElement>(null);
  const router = useRouter();
  const [isSearching, startSearch] = useTransition();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The search that this field asked for last. */
  const sought = useRef(value);
  /** Whether the current step of the history is a search that was typed here. */
  const isOwnStep = useRef(false);

  useKeys({ "/": () => ref.current?.focus() });
  useEffect(() => () => clearTimeout(timer.current), []);
  // Another search than the last one typed comes from a link or from the Back button.
  useEffect(() => {
    if (isSearching || value === sought.current || !ref.current) return;
    clearTimeout(timer.current);
    ref.current.value = value;
    sought.current = value;
    isOwnStep.current = false;
  }, [value, isSearching]);

  const search = async (isSubmitted: boolean) => {
    clearTimeout(timer.current);
    const [input, form] = [ref.current, ref.current?.form];
    if (!input || !form || input.value.trim() === sought.current) return;
    // If the server cannot be reached, a navigation would replace the page by an error. If it serves another version, the
    // page would be loaded again while a person types.
    const connection = await probe();
    if (connection === "lost" || (connection === "outdated" && !isSubmitted)) return;
    // Meanwhile a person may have typed on, and another search may have been faster.
    if (input.value.trim() === sought.current) return;
    sought.current = input.value.trim();
    const go = isOwnStep.current ? router.replace : router.push;
    isOwnStep.current = true;
    startSearch(() => go(buildUrl(form), { scroll: false }));
  };
  // The form is the server’s, so that it is the same without JavaScript.
  useEffect(() => {
    const form = ref.current?.form;
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      void search(true);
    };
    form?.addEventListener("submit", submit);
    return () => form?.removeEventListener("submit", submit);
  });

  return (
    <div className="relative" aria-busy={isSearching}>
      <Search aria-hidden className="absolute top-2 left-2.5 size-4 text-ink-quiet" />
      <input
        ref={ref}
        type="search"
        name="q"
        defaultValue={value}
        maxLength={255}
        aria-label={label}
        placeholder={`${label}…`}
        onInput={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(search, PAUSE_MS, false);
        }}
        className="peer h-8 w-full rounded-md border border-line bg-surface pr-8 pl-8 text-sm text-ellipsis max-sm:text-lg"
      />
      <span
        aria-hidden
        className="pointer-events-none absolute top-1.5 right-1.5 hidden peer-placeholder-shown:sm:block"
      >
        <Kbd>/</Kbd>
      </span>
    </div>
  );
}
