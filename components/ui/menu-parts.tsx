"use client";

import * as Radix from "@radix-ui/react-dropdown-menu";
import { useEffect, useRef } from "react";

export const { Item, Label, Separator } = Radix;

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
        onCloseAutoFocus={onClosed}
        className="z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto animate-appear rounded-lg border border-line bg-surface p-1 text-left font-normal whitespace-nowrap text-ink shadow-lg"
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
