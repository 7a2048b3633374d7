import { useRef } from "react";

/** Returns the focus to where it was when a dialog without a trigger button closes. */
export function useFormerFocus() {
  const former = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      former.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (former.current instanceof HTMLElement) former.current.focus();
    },
  };
}
