"use client";

import { pressHotkey, useKeys } from "@/components/keys";

/** Keys of an incident’s page: a acknowledges, s snoozes or ends the snooze. */
export function IncidentKeys() {
  useKeys({ a: () => pressHotkey("a"), s: () => pressHotkey("s") });
  return null;
}
