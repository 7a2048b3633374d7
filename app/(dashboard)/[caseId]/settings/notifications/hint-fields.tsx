"use client";

import { Field } from "@/components/ui/field";
import type { Hint } from "@/lib/rules/incidents/hints";

type HintFieldsProps = { place: number; hint?: Hint | undefined };

/** What an error has, and what helps with it. */
export const HintFields = ({ place, hint }: HintFieldsProps) => (
  <fieldset
    // New values need new elements: the browser keeps what was typed.
    key={JSON.stringify(hint)}
    className="grid items-start gap-4 rounded-md border border-line p-4 sm:grid-cols-2"
  >
    <legend className="px-1 text-sm font-medium">{hint ? `Hint ${place + 1}` : "Add a hint"}</legend>
    <Field
      label="Exit status"
      name={`exit_status_${place}`}
      placeholder="137"
      maxLength={100}
      autoComplete="off"
      defaultValue={hint?.exit_status ?? ""}
    />
    <Field
      label="Or a part of the output"
      name={`text_${place}`}
      placeholder="No space left on device"
      maxLength={200}
      autoComplete="off"
      defaultValue={hint?.text ?? ""}
    />
    <Field
      label="Hint"
      name={`hint_${place}`}
      placeholder="Out of memory: see runbook 4."
      maxLength={500}
      autoComplete="off"
      hint={hint ? "Leave all fields empty to remove this hint." : undefined}
      defaultValue={hint?.hint}
    />
    <Field
      label="Link"
      name={`url_${place}`}
      inputMode="url"
      placeholder="https://wiki.example.com/4"
      maxLength={2_000}
      autoComplete="off"
      defaultValue={hint?.url ?? ""}
    />
  </fieldset>
);
