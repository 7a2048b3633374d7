"use client";

import dynamic from "next/dynamic";
import { orNothing } from "./or-nothing";

// Loaded later: the first load of a page needs no toasts. One import for both, so that a toast needs no further request, which
// would fail while the server cannot be reached.
const load = () => import("sonner");

const Toaster = dynamic(() => orNothing(load().then(({ Toaster }) => ({ default: Toaster }))), {
  ssr: false,
});

/** Shows a short message. */
export const toast = (text: string) =>
  void load().then(
    (sonner) => sonner.toast(text),
    () => {},
  );

/** The region where messages appear. */
export function Toasts() {
  return (
    <Toaster
      position="bottom-right"
      offset={{ bottom: "var(--above-bar)", right: "1rem" }}
      mobileOffset={{ bottom: "var(--above-bar)", left: "1rem", right: "1rem" }}
      toastOptions={{
        unstyled: true,
        className:
          "flex w-full items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2.5 text-sm wrap-anywhere text-ink shadow-lg",
      }}
    />
  );
}
