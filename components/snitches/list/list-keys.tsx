"use client";

import { useKeys } from "@/components/keys";
import { currentRow, moveInRows } from "@/components/move-in-rows";
import { openMute } from "@/components/mute/open-mute";
import { copy } from "@/components/ui/copy";
import { toast } from "@/components/ui/toast";
import type { MuteVerb } from "@/lib/rules/notifications/mute";

const ROWS = "tr[data-snitch]";
const current = () => currentRow(ROWS);

const find = (selector: string) => current()?.querySelector<HTMLElement>(selector);

async function copyUrl(checkInUrl: string) {
  const key = current()?.dataset.checkInKey;
  if (!key) return;
  await copy(`${checkInUrl}/${key}`);
  toast("Copied the check-in URL.");
}

const openRowMute = (verb: MuteVerb) => openMute(find("[aria-haspopup=menu]"), verb);

/** Keys of the list: j and k move, x selects, y copies the check-in URL, p opens the row's menu at Pause, s at Snooze. */
export function ListKeys({ checkInUrl }: { checkInUrl: string }) {
  useKeys({
    j: () => moveInRows(ROWS, 1),
    k: () => moveInRows(ROWS, -1),
    x: () => find('input[name="token"]')?.click(),
    y: () => copyUrl(checkInUrl),
    p: () => openRowMute("pause"),
    s: () => openRowMute("snooze"),
  });
  return null;
}
