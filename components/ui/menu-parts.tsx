"use client";

import * as Radix from "@radix-ui/react-dropdown-menu";
import { useEffect, useRef, useState } from "react";

export const { Item, Label, Separator, Sub, SubTrigger } = Radix;

const LOOK =
  "z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto animate-appear rounded-lg border border-line bg-surface p-1 text-left font-normal whitespace-nowrap text-ink shadow-lg";

/** Outside the menu, which would clip it, and inside the landmark of the page. */
export const SubContent = ({ children }: { children: React.ReactNode }) => (
  <Radix.Portal container={document.getElementById("content")}>
    <Radix.SubContent
      // Where there is no room at the side, it lies on the menu.
      sideOffset={window.innerWidth < 640 ? -150 : 6}
      alignOffset={-5}
      collisionPadding={8}
      className={LOOK}
    >
      {children}
    </Radix.SubContent>
  </Radix.Portal>
);

type OpenMenuProps = {
  trigger: React.ReactNode;
  align: "start" | "end";
  onClosed?: () => void;
  /** Whether the keyboard opened it, which focuses the first item. */
  isByKeyboard: boolean;
  children: React.ReactNode;
};

/** A menu that is open at first. Rendered in place instead of in a portal, so that it stays inside its landmark. */
export function OpenMenu({ trigger, align, onClosed, isByKeyboard, children }: OpenMenuProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [formerFocus] = useState(() => document.activeElement);

  useEffect(() => {
    if (isByKeyboard) ref.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
  }, [isByKeyboard]);

  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        ref={ref}
        align={align}
        sideOffset={4}
        collisionPadding={8}
        onCloseAutoFocus={(event) => {
          onClosed?.();
          // A key opened it from elsewhere: the button that a person presses is rendered again.
          if (!(formerFocus instanceof HTMLElement) || formerFocus === document.body) return;
          if (!formerFocus.isConnected) return;
          event.preventDefault();
          formerFocus.focus();
        }}
        className={LOOK}
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
