"use client";

import { openMenu, useKeys } from "@/components/keys";
import { copy } from "@/components/ui/copy-button";
import { toast } from "@/components/ui/toast";

const rows = () => [...document.querySelectorAll<HTMLElement>("tr[data-snitch]")];
const current = () => document.activeElement?.closest<HTMLElement>("tr[data-snitch]") ?? null;

/** Focuses the link of a neighbouring row, so that Enter opens it. */
function move(step: 1 | -1) {
  const all = rows();
  const from = current();
  const index = from ? all.indexOf(from) + step : step > 0 ? 0 : all.length - 1;
  const link = all[Math.min(Math.max(index, 0), all.length - 1)]?.querySelector("a");
  link?.focus();
  link?.scrollIntoView({ block: "nearest" });
}

const find = (selector: string) => current()?.querySelector<HTMLElement>(selector);

async function copyUrl(checkInUrl: string) {
  const token = current()?.dataset.snitch;
  if (!token) return;
  await copy(`${checkInUrl}/${token}`);
  toast("Copied the check-in URL.");
}

function snooze() {
  openMenu(find("[aria-haspopup=menu]"));
  // The menu focuses its first item, and then this moves the focus.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>("[role=menu] [data-snooze]")?.focus()),
  );
}

/** Keys of the list: j and k move, x selects, y copies the check-in URL, p opens the row's menu at Pause, s at Snooze. */
export function ListKeys({ checkInUrl }: { checkInUrl: string }) {
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => find('input[name="token"]')?.click(),
    y: () => copyUrl(checkInUrl),
    p: () => openMenu(find("[aria-haspopup=menu]")),
    s: snooze,
  });
  return null;
}
