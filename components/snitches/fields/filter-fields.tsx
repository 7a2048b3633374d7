"use client";

import { useId } from "react";
import { ChoiceField } from "@/components/ui/choice-field";
import { Field } from "@/components/ui/field";
import { FieldError } from "@/components/ui/field-error";
import { Fold } from "@/components/ui/fold";
import { useFormField, useHasError } from "@/components/ui/form-state";
import { FILTER_DEFAULTS, type FilterAttributes } from "@/lib/snitches/filter-attributes";
import { Tick } from "./tick";

/** Which words in a text mean a success, a failure or a start. `filters`: those of the snitch; absent for a new one. */
export function FilterFold({ filters }: { filters?: FilterAttributes | null }) {
  const hasError = useHasError(["filters"]);
  const isNew = filters === undefined;
  return (
    <Fold open={Boolean(filters) || hasError} title={isNew ? "Keywords (optional)" : "Keywords"}>
      <div className="grid gap-5 pt-4">
        <p className="text-sm text-ink-quiet">
          For programs that send the same report whatever happens: words in it say what it means.
        </p>
        <FilterFields filters={filters} />
      </div>
    </Fold>
  );
}

const PLACES = [
  ["in_subject", "The subject of e-mails"],
  ["in_body", "The text of e-mails"],
  ["in_http_body", "The body of requests"],
] as const;

const KEYWORDS = [
  ["failure_keywords", "Words for failure", "error, aborted"],
  ["success_keywords", "Words for success", "completed, 0 errors"],
  ["start_keywords", "Words for start", "started"],
] as const;

const WITHOUT = [
  ["ignore", "Ignore it", "The report is in the history, and does not count as a check-in."],
  ["fail", "It is a failure", "You get an alert."],
] as const;

export function FilterFields({ filters: own }: { filters?: FilterAttributes | null }) {
  const filters = own ?? FILTER_DEFAULTS;
  const { error } = useFormField("filters", "Keywords");
  const id = useId();
  return (
    <div className="grid gap-5">
      <input type="hidden" name="filters" value="shown" />
      <fieldset aria-describedby={error && `${id}-error`} className="grid gap-0.5">
        <legend className="pb-1.5 text-sm font-medium">Look for words in</legend>
        {PLACES.map(([name, label]) => (
          <Tick
            key={name}
            part="filters"
            name={`filters.${name}`}
            label={label}
            isTicked={filters[name]}
            isInvalid={error !== undefined}
          />
        ))}
        <FieldError id={`${id}-error`} error={error} />
      </fieldset>
      {KEYWORDS.map(([name, label, placeholder], i) => (
        <Field
          key={name}
          label={label}
          name={`filters.${name}`}
          placeholder={placeholder}
          maxLength={1_000}
          autoComplete="off"
          defaultValue={filters[name]}
          hint={i === 0 && "Separate words with commas. Capitals matter. These are looked for first."}
        />
      ))}
      <ChoiceField
        name="filters.without"
        label="Without any of these words"
        value={filters.fails_by_default ? "fail" : "ignore"}
        choices={WITHOUT}
      />
      <Tick
        part="filters"
        name="filters.post"
        label="Only POST requests count as check-ins"
        isTicked={filters.methods === "POST"}
      />
    </div>
  );
}
