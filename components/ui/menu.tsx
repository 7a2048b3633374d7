"use client";

import clsx from "clsx";
import { DropdownMenu as Radix } from "radix-ui";

type MenuProps = { trigger: React.ReactNode; align?: "start" | "end"; children: React.ReactNode };

export function Menu({ trigger, align = "end", children }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-40 min-w-48 animate-appear rounded-lg border border-line bg-surface p-1 shadow-lg"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
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
