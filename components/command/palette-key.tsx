"use client";

import { Kbd } from "@/components/ui/kbd";
import { useBrowserValue } from "@/components/ui/use-browser-value";

const readKeys = () => (/Mac|iP/.test(navigator.platform) ? "⌘K" : "Ctrl K");

/** The keys that open the command menu, as this machine names them. */
export const PaletteKey = () => <Kbd>{useBrowserValue(readKeys, "⌘K")}</Kbd>;
