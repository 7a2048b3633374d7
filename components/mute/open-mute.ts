import { openMenu, pressHotkey } from "@/components/keys";
import type { MuteVerb } from "@/lib/rules/notifications/mute";

/** What the key p does on a page: unpauses, or opens the menu at Pause. */
export function pauseByKey(): void {
  const button = document.querySelector('[data-hotkey="p"]');
  if (button && !button.ariaHasPopup) pressHotkey("p");
  else openMute(button ?? document.querySelector('[data-hotkey="s"]'), "pause");
}

/** Opens a menu that mutes, at the items of this verb if it has them. */
export function openMute(button: Element | null | undefined, verb: MuteVerb): void {
  openMenu(button);
  focusFirst(verb, MAX_FRAMES);
}

/** About a second: the script of a menu is loaded when the first one opens. */
const MAX_FRAMES = 60;

/** The menu focuses its first item when it opens; then this moves the focus. */
function focusFirst(verb: MuteVerb, framesLeft: number): void {
  if (framesLeft === 0) return;
  requestAnimationFrame(() => {
    const menu = document.activeElement?.closest("[role=menu]");
    if (!menu) return focusFirst(verb, framesLeft - 1);
    const item = menu.querySelector<HTMLElement>(`[data-mute="${verb}"]`);
    item?.focus();
    if (item?.ariaHasPopup) openMenu(item);
  });
}
