"use client";

import clsx from "clsx";
import { cloneElement, createContext, use, useState } from "react";
import type * as MenuParts from "./menu-parts";

type Parts = typeof MenuParts;
type TriggerProps = React.ComponentProps<"button">;

const LoadedParts = createContext<Parts | null>(null);

/** Loaded on first use: a page without an open menu needs no script for it. Null if that fails. */
const load = (): Promise<Parts | null> => import("./menu-parts").catch(() => null);

type MenuProps = {
  trigger: React.ReactElement<TriggerProps>;
  align?: "start" | "end";
  /** Called when the menu has closed, before the focus returns: the time to open a dialog. */
  onClosed?: () => void;
  children: React.ReactNode;
};

/** A button that opens a menu. */
export function Menu({ trigger, align = "end", onClosed, children }: MenuProps) {
  const [opened, setOpened] = useState<{ parts: Parts; isByKeyboard: boolean } | null>(null);

  if (opened) {
    const { parts, isByKeyboard } = opened;
    return (
      <LoadedParts value={parts}>
        <parts.OpenMenu trigger={trigger} align={align} onClosed={onClosed} isByKeyboard={isByKeyboard}>
          {children}
        </parts.OpenMenu>
      </LoadedParts>
    );
  }
  const open = async (isByKeyboard: boolean) => {
    const parts = await load();
    if (parts) setOpened({ parts, isByKeyboard });
  };
  return cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: load,
    onFocus: load,
    // A click of an assistive technology counts none.
    onClick: ({ detail }) => open(detail === 0),
    onKeyDown: (event) => {
      if (!["Enter", " ", "ArrowDown"].includes(event.key)) return;
      event.preventDefault();
      open(true);
    },
  });
}

export function MenuItem({ className, ...item }: React.ComponentProps<Parts["Item"]>) {
  const parts = use(LoadedParts);
  if (!parts) return null;
  return (
    <parts.Item
      {...item}
      className={clsx(
        "flex min-h-8 items-center gap-2 rounded-md px-2 py-1 text-sm outline-none data-highlighted:bg-surface-quiet [&_svg]:size-3.5 [&_svg]:text-ink-quiet",
        className,
      )}
    />
  );
}

export function MenuLabel({ children }: { children: React.ReactNode }) {
  const parts = use(LoadedParts);
  return (
    parts && <parts.Label className="truncate px-2 py-1.5 text-xs text-ink-quiet">{children}</parts.Label>
  );
}

export function MenuLine() {
  const parts = use(LoadedParts);
  return parts && <parts.Separator className="-mx-1 my-1 h-px bg-line" />;
}
