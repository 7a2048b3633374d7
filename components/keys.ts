import { useEffect, useRef } from "react";

const TAKES_KEYS =
  "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=menu], [role=dialog]";

/** Whether a key is meant for what has the focus, or comes with others, and so is no shortcut. */
const isTyped = ({ target, metaKey, ctrlKey, altKey, isComposing }: KeyboardEvent) =>
  metaKey ||
  ctrlKey ||
  altKey ||
  isComposing ||
  (target instanceof Element && target.closest(TAKES_KEYS) !== null);

/** Single keys that do something anywhere on the page; none fires while somebody types, or a menu or dialog is open. */
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

/** Opens the menu of this button as its own keys do, with the first item focused. */
export const openMenu = (button?: Element | null) =>
  button?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
