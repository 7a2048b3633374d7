"use client";

import { Toaster } from "sonner";

/** Where short answers appear that the page itself does not show. */
export function Toasts() {
  return (
    <Toaster
      position="bottom-right"
      toastOptions={{
        unstyled: true,
        className:
          "flex w-full items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2.5 text-sm text-ink shadow-lg",
      }}
    />
  );
}
