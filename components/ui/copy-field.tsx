import clsx from "clsx";
import { useId } from "react";
import { CopyButton } from "./copy-button";

type CopyFieldProps = {
  label: string;
  value: string;
  what: string;
  /** The keyboard shortcut that copies it, if the page has one. */
  hotkey?: string;
  /** Whether the label stands in the same line. */
  isInline?: boolean;
};

/** A read-only value with a copy button. Focus selects all of it. */
export function CopyField({ label, value, what, hotkey, isInline = false }: CopyFieldProps) {
  const id = useId();
  return (
    <div
      className={clsx("grid gap-x-4 gap-y-1.5", isInline && "items-center sm:grid-cols-[auto_minmax(0,1fr)]")}
    >
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="flex items-center gap-1 rounded-md border border-line bg-surface-quiet py-1 pr-1 pl-3">
        <input
          id={id}
          readOnly
          value={value}
          className="min-w-0 flex-1 bg-transparent py-1 font-mono text-sm text-ellipsis select-all"
        />
        <CopyButton text={value} what={what} hotkey={hotkey} />
      </div>
    </div>
  );
}
