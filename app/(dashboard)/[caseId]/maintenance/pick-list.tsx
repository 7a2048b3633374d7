"use client";

import { useId, useState } from "react";
import { FieldError } from "@/components/ui/field-error";
import { useChecked, useFormField } from "@/components/ui/form-state";
import { INPUT } from "@/components/ui/input";

type PickListProps = {
  label: string;
  /** The attribute that an error names. */
  name: string;
  /** What the names of the boxes begin with, before the value. */
  box: string;
  options: { value: string; label: string }[];
  chosen: string[];
  empty: string;
};

/** From this number on, a field narrows the list. */
const MIN_FILTERED = 9;

/** A list of checkboxes. All stay in the form while a filter hides some. */
export function PickList({ label, name, box, options, chosen, empty }: PickListProps) {
  const id = useId();
  const { error } = useFormField(name, label);
  const [search, setSearch] = useState("");
  if (options.length === 0) return <p className="text-sm text-ink-quiet">{empty}</p>;
  const isShown = (text: string) => text.toLowerCase().includes(search.trim().toLowerCase());
  return (
    <fieldset aria-describedby={error && `${id}-error`} className="grid min-w-0 gap-2">
      <legend className="sr-only">{label}</legend>
      {options.length >= MIN_FILTERED && (
        <input
          type="search"
          aria-label={`Find ${label.toLowerCase()}`}
          placeholder={`Find ${label.toLowerCase()}…`}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          // Enter would send the form.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          className={`${INPUT} h-9 noscript:hidden`}
        />
      )}
      {/* Boxes can be reached by keyboard, so the list itself needs no stop. */}
      <div className="grid max-h-64 gap-x-4 overflow-y-auto rounded-md border border-line px-3 py-1.5 sm:grid-cols-2">
        {options.map((option) => (
          <Box
            key={option.value}
            name={`${box}${option.value}`}
            label={option.label}
            isChosen={chosen.includes(option.value)}
            isHidden={!isShown(option.label)}
            isInvalid={error !== undefined}
          />
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}

type BoxProps = { name: string; label: string; isChosen: boolean; isHidden: boolean; isInvalid: boolean };

function Box({ name, label, isChosen, isHidden, isInvalid }: BoxProps) {
  const checked = useChecked(name, isChosen);
  return (
    <label hidden={isHidden} className="flex min-h-8 min-w-0 items-center gap-2.5 text-sm">
      <input type="checkbox" name={name} defaultChecked={checked} aria-invalid={isInvalid || undefined} />
      <span className="min-w-0 truncate" title={label}>
        {label}
      </span>
    </label>
  );
}
