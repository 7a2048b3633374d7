"use client";

import clsx from "clsx";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { StatusMark } from "@/components/status-badge";
import { describedBy, Labelled } from "@/components/ui/field";
import { useFormField } from "@/components/ui/form-state";
import { X } from "@/components/ui/icons";
import { INPUT } from "@/components/ui/input";
import { CHOOSE_EVENT } from "@/components/ui/use-draft";
import { countInWords } from "@/lib/rules/count-in-words";
import type { Found } from "./find-snitches";
import { formatPicked, type Picked, parsePicked, pickedInWords, textField } from "./picked";
import { usePickable } from "./use-pickable";

type SnitchPickerProps = {
  caseId: string;
  /** The attribute that an error names, and the field with what is picked. */
  name: string;
  label: string;
  hint?: string;
  picked: Picked[];
  /** The token of a snitch that cannot be picked. */
  except?: string | null;
};

/**
 * A field that names snitches of a case: it finds them while one types, and shows those that are picked as chips. Without
 * JavaScript it is a text field for names or tokens.
 */
export function SnitchPicker(props: SnitchPickerProps) {
  const { name, label, hint, picked } = props;
  const { error } = useFormField(name, label);
  const { entry } = useFormField(textField(name), label);
  const id = useId();
  const textHint = [hint, "Names or tokens, separated by commas."].filter(Boolean).join(" ");
  return (
    <>
      <div className="noscript:hidden">
        <Picker {...props} error={error} />
      </div>
      <noscript>
        <Labelled id={id} label={label} hint={textHint} error={error}>
          <input
            {...describedBy(id, textHint, error)}
            id={id}
            name={textField(name)}
            defaultValue={entry ?? pickedInWords(picked)}
            className={`${INPUT} h-9`}
          />
        </Labelled>
      </noscript>
    </>
  );
}

function Picker({
  caseId,
  name,
  label,
  hint,
  picked: initial,
  except,
  error,
}: SnitchPickerProps & { error?: string }) {
  const id = useId();
  const value = useRef<HTMLInputElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [picked, setPicked] = useState(initial);
  const [query, setQuery] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [change, setChange] = useState("");
  const matches = usePickable(caseId, query.trim(), isOpen);
  const options =
    matches?.filter(({ token }) => token !== except && !picked.some((one) => one.token === token)) ?? [];
  const current = options[Math.min(active, options.length - 1)];

  const save = (next: Picked[], said: string) => {
    flushSync(() => {
      setPicked(next);
      setChange(said);
    });
    value.current?.dispatchEvent(new Event(CHOOSE_EVENT, { bubbles: true }));
    search.current?.focus();
  };
  const close = () => {
    setOpen(false);
    setActive(0);
  };
  const pick = (snitch: Picked) => {
    setQuery("");
    close();
    save([...picked, { token: snitch.token, name: snitch.name }], `Added ${snitch.name}.`);
  };
  const remove = (snitch: Picked) =>
    save(
      picked.filter(({ token }) => token !== snitch.token),
      `Removed ${snitch.name}.`,
    );
  const move = (by: number) => {
    setOpen(true);
    if (isOpen && options.length > 0) setActive((active + by + options.length) % options.length);
  };
  const press = (event: React.KeyboardEvent) => {
    const last = picked.at(-1);
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter") {
      // Without an option, too: it would send the form.
      if (isOpen && current) pick(current);
    } else if (event.key === "Escape" && isOpen) close();
    else if (event.key === "Backspace" && query === "" && last) remove(last);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="grid gap-1.5">
      <Labelled id={id} label={label} hint={hint} error={error}>
        <input
          ref={value}
          type="hidden"
          data-kept
          name={name}
          value={formatPicked(picked)}
          onInput={({ currentTarget }) => setPicked(parsePicked(currentTarget.value))}
        />
        <Chips label={label} picked={picked} remove={remove} />
        <div className="relative">
          <input
            {...describedBy(id, hint, error)}
            ref={search}
            id={id}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen && options.length > 0}
            aria-controls={isOpen && options.length > 0 ? `${id}-options` : undefined}
            aria-activedescendant={isOpen && current ? optionId(id, current) : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder="Find a snitch…"
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
              {options.length > 0 && <Options id={id} options={options} current={current} pick={pick} />}
            </div>
          )}
        </div>
      </Labelled>
      <p role="status" className="sr-only">
        {isOpen && matches !== undefined ? describeFound(matches, options.length, query) : change}
      </p>
    </div>
  );
}

type OptionsProps = { id: string; options: Found[]; current?: Found; pick: (snitch: Found) => void };

const Options = ({ id, options, current, pick }: OptionsProps) => (
  <div id={`${id}-options`} role="listbox" aria-label="Snitches" className="max-h-72 overflow-y-auto">
    {options.map((snitch) => (
      <button
        key={snitch.token}
        type="button"
        id={optionId(id, snitch)}
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

const optionId = (id: string, { token }: Picked) => `${id}-${token}`;

type ChipsProps = { label: string; picked: Picked[]; remove: (snitch: Picked) => void };

const Chips = ({ label, picked, remove }: ChipsProps) =>
  picked.length > 0 && (
    <ul aria-label={`${label}: chosen snitches`} className="flex flex-wrap gap-1.5">
      {picked.map((snitch) => (
        <li
          key={snitch.token}
          className="inline-flex min-h-7 max-w-full items-center rounded-md border border-line bg-surface-quiet pl-2.5 text-sm"
        >
          <bdi className="min-w-0 py-1 wrap-anywhere">{snitch.name}</bdi>
          <button
            type="button"
            aria-label={`Remove ${snitch.name}`}
            onClick={() => remove(snitch)}
            className="grid size-7 shrink-0 place-items-center rounded-md text-ink-quiet hover:text-ink"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );

const isSharedName = (snitch: Picked, all: Picked[]) =>
  all.filter(({ name }) => name === snitch.name).length > 1;

function noneFound(matches: unknown[] | null, query: string): string {
  if (matches === null) return "Tattle could not be reached. Type again to retry.";
  return query.trim() === "" ? "No other snitch." : "No other snitch matches.";
}

const describeFound = (matches: unknown[] | null, count: number, query: string) =>
  count === 0 ? noneFound(matches, query) : `${countInWords(count, "snitch", "snitches")} found.`;
