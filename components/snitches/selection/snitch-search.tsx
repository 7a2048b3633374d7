"use client";

import clsx from "clsx";
import { useState } from "react";
import { StatusMark } from "@/components/status-badge";
import { INPUT } from "@/components/ui/input";
import { formatCount } from "@/lib/rules/format-count";
import type { Found } from "./find-snitches";
import { type Picked, TAG_MARK } from "./picked";
import { usePickable } from "./use-pickable";

const MAX_TAGS = 5;

type SnitchSearchProps = Omit<React.ComponentProps<"input">, "id"> & {
  caseId: string;
  id: string;
  /** Tags that are found, too: as what has their name with a number sign for its token. */
  tags?: string[];
  isLeftOut: (token: string) => boolean;
  pick: (snitch: Picked) => void;
  /** Called by the backspace key in the empty field. */
  removeLast?: () => void;
  /** Announced by screen readers after each choice. */
  change: string;
};

/** A text field that finds snitches and tags of a case while one types, and of which one is picked by keyboard or pointer. */
export function SnitchSearch(props: SnitchSearchProps) {
  const { caseId, id, tags = [], isLeftOut, pick, removeLast, change, ...input } = props;
  const [query, setQuery] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const snitches = usePickable(caseId, query.trim(), isOpen);
  const matches = snitches && [...findTags(tags, query), ...snitches];
  const options = matches?.filter(({ token }) => !isLeftOut(token)) ?? [];
  const current = options[Math.min(active, options.length - 1)];

  const close = () => {
    setOpen(false);
    setActive(0);
  };
  const choose = (option: Picked) => {
    setQuery("");
    close();
    pick(option);
  };
  const move = (by: number) => {
    setOpen(true);
    if (isOpen && options.length > 0) setActive((active + by + options.length) % options.length);
  };
  const press = (event: React.KeyboardEvent) => {
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter") {
      // Without an option, too: it would send the form.
      if (isOpen && current) choose(current);
    } else if (event.key === "Escape" && isOpen) close();
    else if (event.key === "Backspace" && query === "" && removeLast) removeLast();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="relative">
      <input
        placeholder="Find a snitch…"
        {...input}
        id={id}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen && options.length > 0}
        aria-controls={isOpen && options.length > 0 ? `${id}-options` : undefined}
        aria-activedescendant={isOpen && current ? optionId(id, options.indexOf(current)) : undefined}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          setActive(0);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={press}
        onBlur={close}
        className={`${INPUT} h-9`}
      />
      {isOpen && matches !== undefined && (
        <div className="absolute inset-x-0 top-full z-20 mt-1 overflow-hidden rounded-md border border-line bg-surface p-1 shadow-lg">
          {options.length === 0 && (
            <p className="px-2.5 py-2 text-sm text-ink-quiet">{noneFound(matches, query)}</p>
          )}
          {options.length > 0 && <Options id={id} options={options} current={current} pick={choose} />}
        </div>
      )}
      <p role="status" className="sr-only">
        {isOpen && matches !== undefined ? describeFound(matches, options.length, query) : change}
      </p>
    </div>
  );
}

const findTags = (tags: string[], query: string): Found[] =>
  tags
    .map((tag) => ({ token: `${TAG_MARK}${tag}`, name: `${TAG_MARK}${tag}` }))
    .filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()))
    .slice(0, MAX_TAGS);

type OptionsProps = { id: string; options: Found[]; current?: Found; pick: (snitch: Found) => void };

const Options = ({ id, options, current, pick }: OptionsProps) => (
  <div id={`${id}-options`} role="listbox" aria-label="Snitches" className="max-h-72 overflow-y-auto">
    {options.map((snitch, i) => (
      <button
        key={snitch.token}
        type="button"
        id={optionId(id, i)}
        role="option"
        aria-selected={snitch === current}
        tabIndex={-1}
        // The field keeps the focus, also when an option is clicked.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => pick(snitch)}
        className={clsx(
          "flex min-h-8 w-full items-center gap-2.5 rounded px-2.5 text-left text-sm hover:bg-surface-quiet",
          snitch === current && "bg-ink/8",
        )}
      >
        {snitch.status && <StatusMark status={snitch.status} />}
        <bdi className="min-w-0 py-1 wrap-anywhere">{snitch.name}</bdi>
        {isSharedName(snitch, options) && (
          <span className="ml-auto font-mono text-xs text-ink-quiet">{snitch.token}</span>
        )}
      </button>
    ))}
  </div>
);

const optionId = (id: string, index: number) => `${id}-option-${index}`;

const isSharedName = (snitch: Picked, all: Picked[]) =>
  all.filter(({ name }) => name === snitch.name).length > 1;

function noneFound(matches: unknown[] | null, query: string): string {
  if (matches === null) return "Couldn’t connect to Tattle. Type again to retry.";
  return query.trim() === "" ? "No other snitch." : "No other snitch matches.";
}

const describeFound = (matches: unknown[] | null, count: number, query: string) =>
  count === 0 ? noneFound(matches, query) : `${formatCount(count, "snitch", "snitches")} found.`;
