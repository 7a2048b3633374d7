"use client";

import { useId } from "react";
import { describedBy, Labelled } from "./field";
import { useFormField } from "./form-state";
import { INPUT } from "./input";

type SelectFieldProps = {
  name: string;
  label: string;
  value: string;
  choices: { value: string; label: string }[];
  hint?: React.ReactNode;
};

/** A labelled choice of one from a list. */
export function SelectField({ name, label, value, choices, hint }: SelectFieldProps) {
  const id = useId();
  const { error, entry } = useFormField(name, label);
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <select
        {...describedBy(id, hint, error)}
        // The browser keeps the choice of an uncontrolled select, so a new value needs a new element.
        key={value}
        id={id}
        name={name}
        defaultValue={entry ?? value}
        className={`${INPUT} h-9 pr-8`}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}
