import { Field } from "@/components/ui/field";
import type { Hint } from "@/lib/rules/incidents/hints";

/** What an error has, and what helps with it. */
export const HintFields = ({ hint }: { hint: Hint | undefined }) => (
  <>
    <Field
      label="Exit status"
      name="exit_status"
      placeholder="137"
      maxLength={100}
      autoComplete="off"
      defaultValue={hint?.exit_status ?? ""}
    />
    <Field
      label="Or a part of the output"
      name="text"
      placeholder="No space left on device"
      maxLength={200}
      autoComplete="off"
      defaultValue={hint?.text ?? ""}
    />
    <Field
      label="Hint"
      name="hint"
      placeholder="Out of memory: see runbook 4."
      maxLength={500}
      autoComplete="off"
      defaultValue={hint?.hint}
    />
    <Field
      label="Link"
      name="url"
      inputMode="url"
      placeholder="https://wiki.example.com/4"
      maxLength={2_000}
      autoComplete="off"
      isOptional
      defaultValue={hint?.url ?? ""}
    />
  </>
);
