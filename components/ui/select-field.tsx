"use client";

import { useId } from "react";
import { useFormField } from "./form";
import { INPUT } from "./input";

type SelectFieldProps = {
  name: string;
  label: string;
  value: string;
  choices: { value: string; label: string }[];
};

/** A labelled choice of one from a list. */
export function SelectField({ name, label, value, choices }: SelectFieldProps) {
  const id = useId();
  const { error, typed } = useFormField(name, label);
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
        defaultValue={typed ?? value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={`${INPUT} h-9 pr-8`}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${id}-error`} className="text-sm text-failed">
          {error}
        </p>
      )}
    </div>
  );
}
