"use client";

import { useChecked } from "@/components/ui/form-state";

type FieldCheckboxProps = {
  name: string;
  label: string;
  isChecked: boolean;
  isInvalid?: boolean;
};

export function FieldCheckbox({ name, label, isChecked, isInvalid }: FieldCheckboxProps) {
  const checked = useChecked(name, isChecked);
  return (
    <label className="flex min-h-7 cursor-pointer items-center gap-2.5 rounded px-1 text-sm hover:bg-surface-quiet">
      <input
        type="checkbox"
        name={name}
        defaultChecked={checked}
        aria-invalid={isInvalid || undefined}
        className="size-3.5"
      />
      <span className="min-w-0 wrap-anywhere">
        <bdi>{label}</bdi>
      </span>
    </label>
  );
}
