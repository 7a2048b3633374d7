"use client";

import { useId } from "react";
import { ChoiceField } from "@/components/ui/choice-field";
import { Field } from "@/components/ui/field";
import { FieldError } from "@/components/ui/field-error";
import { useFormField } from "@/components/ui/form-state";
import { FILTER_DEFAULTS, type FilterAttributes } from "@/lib/snitches/filter-attributes";
import { FieldCheckbox } from "./checkbox";

const PLACES = [
  ["in_subject", "The subject of emails"],
  ["in_body", "The text of emails"],
  ["in_http_body", "The body of requests"],
] as const;

const KEYWORDS = [
  ["failure_keywords", "Failure keywords", "error, aborted"],
  ["success_keywords", "Success keywords", "completed, 0 errors"],
  ["start_keywords", "Start keywords", "started"],
] as const;

const WITHOUT = [
  ["ignore", "Ignore it", "The report appears in the history, but doesn’t count as a check-in."],
  ["fail", "Count it as a failure", "You get an alert."],
] as const;

/** Which words in a text mean a success, a failure or a start. `filters`: those of the snitch. */
export function FilterFields({ filters: own }: { filters?: FilterAttributes | null }) {
  const filters = own ?? FILTER_DEFAULTS;
  const { error } = useFormField("filters", "Keywords");
  const id = useId();
  return (
    <div className="grid gap-5">
      <input type="hidden" name="filters" value="shown" />
      <p className="text-sm text-ink-quiet">
        For programs that send the same kind of report every time: keywords decide what it means.
      </p>
      <fieldset aria-describedby={error && `${id}-error`} className="grid gap-0.5">
        <legend className="pb-1.5 text-sm font-medium">Look for keywords in</legend>
        {PLACES.map(([name, label]) => (
          <FieldCheckbox
            key={name}
            name={`filters.${name}`}
            label={label}
            isChecked={filters[name]}
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
          hint={i === 0 && "Separate keywords with commas. Case-sensitive; checked first."}
        />
      ))}
      <ChoiceField
        name="filters.without"
        label="If none match"
        value={filters.fails_by_default ? "fail" : "ignore"}
        choices={WITHOUT}
      />
      <FieldCheckbox
        name="filters.post"
        label="Only POST requests count as check-ins"
        isChecked={filters.methods === "POST"}
      />
    </div>
  );
}
