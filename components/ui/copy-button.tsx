"use client";

import clsx from "clsx";
import { useEffect, useState } from "react";
import { Check, Copy } from "@/components/ui/icons";
import { copy } from "./copy";

const SHOWN_MS = 2_000;

type CopyButtonProps = {
  text: string;
  what: string;
  /** The words on the button instead of “Copy”. */
  label?: string;
  hotkey?: string;
  className?: string;
};

/** Copies a text and confirms it on the button. `what` completes “Copy …” for screen readers. */
export function CopyButton({ text, what, label = "Copy", hotkey, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <button
      type="button"
      data-hotkey={hotkey}
      onClick={async () => {
        await copy(text);
        setCopied(true);
      }}
      className={clsx(
        "inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md border border-line bg-surface px-2 text-xs font-medium text-ink-quiet transition-colors hover:text-ink [&_svg]:size-3.5",
        className,
      )}
    >
      {copied ? <Check aria-hidden className="text-healthy" /> : <Copy aria-hidden />}
      <span aria-live="polite">
        {copied ? "Copied" : label}
        <span className="sr-only"> {what}</span>
      </span>
    </button>
  );
}
