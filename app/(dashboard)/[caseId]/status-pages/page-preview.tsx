"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";

type PagePreviewProps = {
  /** The address of the preview. */
  href: string;
  title: string;
  /** Another one shows the page again. */
  version: string;
};

/** A status page as its readers see it, in either theme and on either screen. Nothing in it can run. */
export function PagePreview({ href, title, version }: PagePreviewProps) {
  const [theme, setTheme] = useState("light");
  const [width, setWidth] = useState("wide");
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap justify-between gap-2 noscript:hidden">
        <Choice label="Theme of the preview" values={["light", "dark"]} current={theme} choose={setTheme} />
        <Choice label="Width of the preview" values={["wide", "narrow"]} current={width} choose={setWidth} />
      </div>
      <div className="h-[32rem] overflow-hidden rounded-lg border border-line xl:h-[calc(100dvh-13rem)]">
        <iframe
          key={version}
          src={`${href}?theme=${theme}`}
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
