"use client";

import { useId } from "react";
import { useFormField } from "@/components/ui/form-state";
import { INPUT } from "@/components/ui/input";
import { EMAIL_FREQUENCIES, type EmailFrequency } from "@/lib/rules/notifications/email-frequency";
import { FREQUENCY_LABELS } from "./frequency-labels";

type FrequencyFieldProps = {
  name: string;
  label: string;
  /** Null means the setting of the case. */
  value: EmailFrequency | null;
  /** The setting of the case, for a field in which a recipient may follow it. */
  ofCase?: EmailFrequency;
};

/** Chooses how many alerts of a missing snitch are emailed. */
export function FrequencyField({ name, label, value, ofCase }: FrequencyFieldProps) {
  const id = useId();
  const { error, entry } = useFormField(name, label);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select
        // The browser keeps the choice of an uncontrolled select, so a new value needs a new element.
        key={value}
        id={id}
        name={name}
        defaultValue={entry ?? value ?? ""}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint`}
        className={`${INPUT} h-9 pr-8`}
      >
        {ofCase && <option value="">{`Case default: ${FREQUENCY_LABELS[ofCase].toLowerCase()}`}</option>}
        {EMAIL_FREQUENCIES.map((frequency) => (
          <option key={frequency} value={frequency}>
            {FREQUENCY_LABELS[frequency]}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className={`text-sm ${error ? "text-failed" : "text-ink-quiet"}`}>
        {error ?? "The first missed period, errors and recoveries are always emailed."}
      </p>
    </div>
  );
}
