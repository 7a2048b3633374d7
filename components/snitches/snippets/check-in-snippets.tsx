"use client";

import * as Tabs from "@radix-ui/react-tabs";
import { DocsLink } from "@/components/page-header";
import { Code } from "@/components/ui/code";
import { Fold } from "@/components/ui/fold";
import { useBrowserValue } from "@/components/ui/use-browser-value";
import { parseCrontabLine } from "@/lib/rules/schedule/crontab-line";
import { enteredLine } from "./entered-line";
import type { Snippet } from "./snippets";
import { EXAMPLE_JOB, withJob } from "./with-job";

/** Snippets to paste, one tab for each environment. */
export const CheckInSnippets = ({ snippets }: { snippets: Snippet[] }) => (
  <SnippetTabs label="Where the job runs" snippets={snippets} />
);

/** Snippets that report runs, folded away: a plain check-in is enough for most jobs. */
export const RunSnippets = ({ snippets }: { snippets: Snippet[] }) => (
  <Fold title="Also report the start, how long a run takes, and what it prints">
    <div className="grid gap-3 pt-3">
      <SnippetTabs label="Where the run is reported" snippets={snippets} />
      <p className="flex flex-wrap gap-x-5 gap-y-1">
        <DocsLink page="/runs">What a run can report</DocsLink>
        <DocsLink page="/install">A program that reports all of it</DocsLink>
      </p>
    </div>
  </Fold>
);

export function SnippetTabs({ label, snippets }: { label: string; snippets: Snippet[] }) {
  const entered = useBrowserValue(enteredLine, null);
  const line = entered === null ? null : parseCrontabLine(entered);
  const withEntered = (name: string, text: string) =>
    line && name === "Crontab" ? withJob(text, line) : text;
  return (
    <Tabs.Root defaultValue={snippets[0]?.name} className="grid gap-3">
      <Tabs.List aria-label={label} className="flex gap-4 overflow-x-auto border-b border-line">
        {snippets.map(({ name }) => (
          <Tabs.Trigger key={name} value={name} className="tab">
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {snippets.map(({ name, lines }) => (
        <Tabs.Content key={name} value={name} tabIndex={-1} className="grid gap-4">
          {lines.some(({ text }) => withEntered(name, text).includes(EXAMPLE_JOB)) && (
            <p className="text-sm">
              Put your command in place of <code>{EXAMPLE_JOB}</code>.
            </p>
          )}
          {lines.map(({ text, note }) => (
            <div key={text} className="grid min-w-0 gap-1.5">
              <p className="text-sm text-ink-quiet">{note}</p>
              <Code text={withEntered(name, text)} what={`the ${name} lines`} />
            </div>
          ))}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
