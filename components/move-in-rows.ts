/** The row with the focus of those that this selector finds; null if none has it. */
export const currentRow = (selector: string) =>
  document.activeElement?.closest<HTMLElement>(selector) ?? null;

/** Focuses the link of a neighbouring row, or what opens its group, so that Enter opens it. Without a focused row, that of the first or the last one. */
export function moveInRows(selector: string, step: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  const from = currentRow(selector);
  const index = from ? all.indexOf(from) + step : step > 0 ? 0 : all.length - 1;
  const link =
    all[Math.min(Math.max(index, 0), all.length - 1)]?.querySelector<HTMLElement>("a, [aria-expanded]");
  link?.focus();
  link?.scrollIntoView({ block: "nearest" });
}
