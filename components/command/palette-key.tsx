"use client";

import { useSyncExternalStore } from "react";
import { Kbd } from "@/components/ui/kbd";

const never = () => () => {};

/** The keys that open the command menu, as this machine names them. */
export const PaletteKey = () => (
  <Kbd>
    {useSyncExternalStore(
      never,
      () => (/Mac|iP/.test(navigator.platform) ? "⌘K" : "Ctrl K"),
      () => "⌘K",
    )}
  </Kbd>
);
