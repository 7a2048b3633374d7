"use client";

import { FieldError } from "./field-error";
import { useFormField } from "./form-state";

type ChoiceFieldProps = {
  name: string;
  label: string;
  value: string;
  choices: readonly (readonly [value: string, label: string, meaning: string])[];
};

/** A labelled choice of one, where each choice is explained. */
export function ChoiceField({ name, label, value: current, choices }: ChoiceFieldProps) {
  const { error, entry } = useFormField(name, label);
  const id = name.replace("_", "-");
  return (
    <fieldset aria-describedby={error && `${id}-error`} className="grid gap-2">
      <legend className="pb-1.5 text-sm font-medium">{label}</legend>
      {choices.map(([value, word, meaning]) => (
        <div key={value} className="grid grid-cols-[1rem_1fr] items-center gap-x-2.5 text-sm">
          <input
            type="radio"
            name={name}
            id={`${id}-${value}`}
            value={value}
            defaultChecked={(entry ?? current) === value}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-${value}-meaning`}
          />
          <label htmlFor={`${id}-${value}`} className="cursor-pointer py-0.5 font-medium">
            {word}
          </label>
          <p id={`${id}-${value}-meaning`} className="col-start-2 text-ink-quiet">
            {meaning}
          </p>
        </div>
      ))}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}
