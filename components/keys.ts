import { useEffect, useRef } from "react";

const TAKES_KEYS =
  "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=menu], [role=dialog]";

/** Whether a key belongs to the focused element or comes with a modifier, and so is not a shortcut. */
const isTyped = ({ target, metaKey, ctrlKey, altKey, isComposing }: KeyboardEvent) =>
  metaKey ||
  ctrlKey ||
  altKey ||
  isComposing ||
  (target instanceof Element && target.closest(TAKES_KEYS) !== null);

/** Single-key shortcuts of a page. Inactive while the person types, or a menu or dialog is open. */
export function useKeys(actions: Record<string, (event: KeyboardEvent) => void>) {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = latest.current[event.key];
      if (!act || isTyped(event) || document.querySelector("[role=menu], [role=dialog]")) return;
      event.preventDefault();
      act(event);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** Opens the menu of this button with its first item focused, as pressing the button by keyboard does. */
export const openMenu = (button?: Element | null) =>
  button?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));

/** Presses the button of the page that has this key, or opens its menu. */
export function pressHotkey(key: string): void {
  const button = document.querySelector<HTMLElement>(`[data-hotkey="${key}"]`);
  if (button?.ariaHasPopup) openMenu(button);
  else button?.click();
}
