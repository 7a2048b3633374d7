"use client";

import { useFormField } from "@/components/ui/form-state";

type FieldCheckboxProps = {
  /** The hidden field that says that the form had this box. */
  part: string;
  name: string;
  label: string;
  isChecked: boolean;
  isInvalid?: boolean;
};

/** A box to tick. */
export function FieldCheckbox({ part, name, label, isChecked, isInvalid }: FieldCheckboxProps) {
  const { entry } = useFormField(name, label);
  // A box that was not ticked is absent from what was submitted.
  const wasSubmitted = useFormField(part, "").entry !== undefined;
  return (
    <label className="flex min-h-7 cursor-pointer items-center gap-2.5 rounded px-1 text-sm hover:bg-surface-quiet">
      <input
        type="checkbox"
        name={name}
        defaultChecked={wasSubmitted ? entry !== undefined : isChecked}
        aria-invalid={isInvalid || undefined}
        className="size-3.5"
      />
      <span className="min-w-0 wrap-anywhere">
        <bdi>{label}</bdi>
      </span>
    </label>
  );
}
