"use client";

import * as Radix from "@radix-ui/react-dropdown-menu";
import clsx from "clsx";

type MenuProps = {
  trigger: React.ReactNode;
  align?: "start" | "end";
  /** Called when the menu has closed, before the focus returns: the time to open a dialog. */
  onClosed?: () => void;
  children: React.ReactNode;
};

/** Rendered in place instead of in a portal, so that it stays inside its landmark. */
export function Menu({ trigger, align = "end", onClosed, children }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
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

export function MenuItem({ className, ...item }: React.ComponentProps<typeof Radix.Item>) {
  return (
    <Radix.Item
      {...item}
      className={clsx(
        "flex min-h-8 items-center gap-2 rounded-md px-2 py-1 text-sm outline-none data-highlighted:bg-surface-quiet [&_svg]:size-3.5 [&_svg]:text-ink-quiet",
        className,
      )}
    />
  );
}

export function MenuLabel({ children }: { children: React.ReactNode }) {
  return <Radix.Label className="truncate px-2 py-1.5 text-xs text-ink-quiet">{children}</Radix.Label>;
}

export function MenuLine() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}
