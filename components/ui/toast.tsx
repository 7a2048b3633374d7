"use client";

import dynamic from "next/dynamic";

// A page’s first load needs neither the place where they appear nor what puts them there.
const Toaster = dynamic(() => import("sonner").then((sonner) => sonner.Toaster), { ssr: false });

/** Says something that the page itself does not show. */
export const toast = (text: string) => void import("sonner").then((sonner) => sonner.toast(text));

/** Where short answers appear. */
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
