"use client";

import { useEffect, useLayoutEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { CHOOSE_EVENT } from "@/components/ui/use-draft";

type PagePreviewProps = {
  /** The address of the preview. */
  href: string;
  title: string;
  /** The addresses of other pages, by the field of the form that chooses them: the first that is chosen is shown. */
  others?: Record<string, string>;
  /** Another one shows the page again. */
  version: string;
};

/**
 * A status page as its readers would see it with what is typed into the form with `data-previewed`, in either theme and on either
 * screen. Nothing in it can run.
 */
export function PagePreview({ href, title, others = {}, version }: PagePreviewProps) {
  const [theme, setTheme] = useState("light");
  const [width, setWidth] = useState("wide");
  const fields = useTypedFields(version);
  const values = new URLSearchParams(fields);
  const field = Object.keys(others).find((name) => values.has(name));
  const address = `${(field && others[field]) ?? href}?theme=${theme}`;
  const typed = usePage(address, fields);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap justify-between gap-2 noscript:hidden">
        <Choice label="Theme of the preview" values={["light", "dark"]} current={theme} choose={setTheme} />
        <Choice label="Width of the preview" values={["wide", "narrow"]} current={width} choose={setWidth} />
      </div>
      <div className="h-[32rem] overflow-hidden rounded-lg border border-line xl:h-[calc(100dvh-13rem)]">
        <iframe
          key={version}
          src={address}
          srcDoc={typed}
          title={`Preview of ${title}`}
          sandbox=""
          loading="lazy"
          className={
            width === "wide"
              ? "h-4/3 w-4/3 origin-top-left scale-75"
              : "mx-auto block h-full w-97.5 max-w-full"
          }
        />
      </div>
    </div>
  );
}

/** The texts of the form, as a query; empty until something is typed into this version. */
function useTypedFields(version: string): string {
  const [fields, setFields] = useState({ text: "", version });
  // Before a form restores its draft.
  useLayoutEffect(() => {
    const read = ({ target }: Event) => {
      const form = target instanceof Element && target.closest<HTMLFormElement>("form[data-previewed]");
      if (form) setFields({ text: formatTexts(new FormData(form)), version });
    };
    const types = ["input", CHOOSE_EVENT];
    for (const type of types) document.addEventListener(type, read);
    return () => {
      for (const type of types) document.removeEventListener(type, read);
    };
  }, [version]);
  return fields.version === version ? fields.text : "";
}

/** Long enough not to ask for each letter. */
const PAUSE_MS = 300;

/** The HTML of the page with these fields; undefined until there is one, and what it was while they cannot be saved. */
function usePage(address: string, fields: string): string | undefined {
  const [page, setPage] = useState({ html: "", address });
  useEffect(() => {
    if (fields === "") return;
    const ended = new AbortController();
    const timer = setTimeout(async () => {
      const html = await render(address, fields, ended.signal);
      if (html !== null) setPage({ html, address });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [address, fields]);
  return fields !== "" && page.address === address && page.html !== "" ? page.html : undefined;
}

/** Null if it cannot be saved, or the server is not reached. */
async function render(address: string, fields: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(address, { method: "POST", body: new URLSearchParams(fields), signal });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/** Files are left out. */
const formatTexts = (form: FormData): string =>
  new URLSearchParams(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  ).toString();

type ChoiceProps = { label: string; values: string[]; current: string; choose: (value: string) => void };

const Choice = ({ label, values, current, choose }: ChoiceProps) => (
  <fieldset aria-label={label} className="flex gap-0.5 rounded-md bg-surface-quiet p-0.5">
    {values.map((value) => (
      <Button
        key={value}
        look="bare"
        aria-pressed={value === current}
        onClick={() => choose(value)}
        className="h-7 capitalize aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-xs"
      >
        {value}
      </Button>
    ))}
  </fieldset>
);
