"use client";

import { useEffect, useRef } from "react";
import { CopyButton } from "@/components/ui/copy-button";

/** Recovery codes, which are shown only once. */
export function RecoveryCodeList({ codes }: { codes: string[] }) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const text = `${codes.join("\n")}\n`;
  return (
    <section
      ref={ref}
      aria-label="Recovery codes"
      tabIndex={-1}
      className="grid max-w-md gap-3 rounded-md border border-line bg-surface-quiet p-4"
    >
      <p className="text-sm">
        Keep these codes somewhere you can get to without your phone or key. You won’t see them again. Each
        signs you in once in place of your second factor.
      </p>
      <ul className="grid gap-x-6 gap-y-1 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex items-center gap-2">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="tattle-recovery-codes.txt"
          className="button border border-line bg-surface hover:bg-surface-quiet"
        >
          Save as File
        </a>
        <CopyButton text={text} what="Recovery codes" />
      </div>
    </section>
  );
}
