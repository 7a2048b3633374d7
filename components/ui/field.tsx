"use client";

import clsx from "clsx";
import { useId } from "react";
import { FieldError } from "./field-error";
import { useFormField, validationSentence } from "./form-state";
import { INPUT } from "./input";

type FieldProps = Omit<React.ComponentProps<"input">, "name"> & {
  name: string;
  label: string;
  hint?: React.ReactNode;
  /** Says so alongside the label. */
  isOptional?: boolean;
  /** What to say if it is blank, in place of “… can’t be blank.” */
  blank?: string;
};

/** A labelled input with a hint and an error that screen readers announce with it. */
export function Field(props: FieldProps) {
  const { label, hint, isOptional, blank, name, defaultValue, className, ...input } = props;
  const id = useId();
  const { error: problem, entry } = useFormField(name, label);
  const error = blank && problem === validationSentence(label, "can't be blank") ? blank : problem;
  return (
    <Labelled id={id} label={label} hint={hint} isOptional={isOptional} error={error}>
      <input
        {...input}
        {...describedBy(id, hint, error)}
        id={id}
        name={name}
        defaultValue={entry ?? defaultValue}
        className={clsx(INPUT, "h-9", className)}
      />
    </Labelled>
  );
}

/** Further lines of a hint. */
export const FieldNotes = ({ notes }: { notes: string[] }) =>
  notes.map((note) => (
    <span key={note} className="block wrap-anywhere">
      {note}
    </span>
  ));

type TextAreaProps = Omit<React.ComponentProps<"textarea">, "name"> & {
  name: string;
  label: string;
  hint?: React.ReactNode;
  isOptional?: boolean;
  /** What errors call it, if that is not its name. */
  attribute?: string;
};

export function TextArea(props: TextAreaProps) {
  const { label, hint, name, isOptional, attribute = name, defaultValue, className, ...input } = props;
  const id = useId();
  const { error } = useFormField(attribute, label);
  const { entry } = useFormField(name, label);
  return (
    <Labelled id={id} label={label} hint={hint} isOptional={isOptional} error={error}>
      <textarea
        rows={3}
        {...input}
        {...describedBy(id, hint, error)}
        id={id}
        name={name}
        defaultValue={entry ?? defaultValue}
        className={clsx(INPUT, "py-2", className)}
      />
    </Labelled>
  );
}

/** What screen readers announce with an input: its hint and its error, as `Labelled` shows them. */
export const describedBy = (id: string, hint: React.ReactNode, error?: string) => ({
  "aria-invalid": error ? (true as const) : undefined,
  "aria-describedby": [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined,
});

type LabelledProps = {
  id: string;
  label: string;
  hint?: React.ReactNode;
  isOptional?: boolean;
  error?: string;
  children: React.ReactNode;
};

/** A label, a hint and an error around an input, which has the id. */
export function Labelled({ id, label, hint, isOptional, error, children }: LabelledProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {isOptional && <span className="font-normal text-ink-quiet"> (optional)</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-quiet">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

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
        key={entry ?? value}
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
