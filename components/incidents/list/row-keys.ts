import { useKeys } from "@/components/keys";
import { currentRow, moveInRows } from "@/components/move-in-rows";

const ROWS = "[data-row]";

export const MOVES = { j: () => moveInRows(ROWS, 1), k: () => moveInRows(ROWS, -1) };

export function MoveKeys() {
  useKeys(MOVES);
  return null;
}

/** The ids of the row or of the group with the focus. */
export const readIds = () => currentRow(ROWS)?.dataset.ids?.split(" ") ?? [];

/** The rows after the one with the focus, nearest first, and then those before it. */
export function listNextRows(): string[] {
  const all = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const current = currentRow(ROWS);
  const at = current ? all.indexOf(current) : all.length;
  return [...all.slice(at + 1), ...all.slice(0, at).reverse()].map(({ dataset }) => dataset.row ?? "");
}
