"use client";

import clsx from "clsx";
import { useId } from "react";
import { describedBy, Labelled } from "./field";
import { useFormField } from "./form-state";
import { INPUT } from "./input";

type SelectFieldProps = {
  name: string;
  label: string;
  value: string;
  choices?: { value: string; label: string }[];
  /** Options in groups, in place of `choices`. */
  children?: React.ReactNode;
  hint?: React.ReactNode;
  className?: string;
  onChoose?: (value: string) => void;
};

/** A labelled choice of one from a list. */
export function SelectField(props: SelectFieldProps) {
  const { name, label, value, choices, children, hint, className, onChoose } = props;
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
        onChange={({ currentTarget }) => onChoose?.(currentTarget.value)}
        className={clsx(INPUT, "h-9 pr-8", className)}
      >
        {children}
        {choices?.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}
