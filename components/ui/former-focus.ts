import { useRef } from "react";

/** For a dialog that no button of its own opens: where the focus was before it, it is again afterwards. */
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
