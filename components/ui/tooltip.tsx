"use client";

import { Tooltip as Radix } from "radix-ui";

/** A short text that explains what it points at, by pointer and by keyboard. */
export function Tooltip({ text, children }: { text: React.ReactNode; children: React.ReactNode }) {
  return (
    <Radix.Provider delayDuration={200}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 animate-appear rounded-md border border-line bg-surface px-2 py-1 text-xs text-ink shadow-lg"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
