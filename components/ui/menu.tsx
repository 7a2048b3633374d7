"use client";

import clsx from "clsx";
import { cloneElement, createContext, use, useState } from "react";
import { ChevronRight } from "./icons";
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

/** What opened a menu: its scripts are there by then. */
export type Opening = { parts: Parts; isByKeyboard: boolean };

/** A button that opens a menu. */
export function Menu({ trigger, ...menu }: MenuProps) {
  const [opening, setOpening] = useState<Opening | null>(null);
  if (opening) return <OpenedMenu {...menu} trigger={trigger} opening={opening} />;
  return cloneElement(trigger, opensMenu(setOpening));
}

/** The menu, once its button was clicked. The button is rendered again. */
export const OpenedMenu = ({
  opening: { parts, isByKeyboard },
  align = "end",
  ...menu
}: MenuProps & { opening: Opening }) => (
  <LoadedParts value={parts}>
    <parts.OpenMenu {...menu} align={align} isByKeyboard={isByKeyboard} />
  </LoadedParts>
);

/** What makes a button the closed trigger of a menu. */
export function opensMenu(onOpen: (opening: Opening) => void): TriggerProps {
  const open = async (isByKeyboard: boolean) => {
    const parts = await load();
    if (parts) onOpen({ parts, isByKeyboard });
  };
  return {
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
  };
}

const ITEM =
  "flex min-h-8 items-center gap-2 rounded-md px-2 py-1 text-sm outline-none data-disabled:text-ink-quiet data-highlighted:bg-surface-quiet data-[state=open]:bg-surface-quiet [&_svg]:size-3.5 [&_svg]:text-ink-quiet";

export function MenuItem({ className, ...item }: React.ComponentProps<Parts["Item"]>) {
  const parts = use(LoadedParts);
  return parts && <parts.Item {...item} className={clsx(ITEM, className)} />;
}

type SubMenuProps = Omit<React.ComponentProps<Parts["SubTrigger"]>, "className"> & { label: React.ReactNode };

/** An item that opens more items at its side. */
export function SubMenu({ label, children, ...item }: SubMenuProps) {
  const parts = use(LoadedParts);
  if (!parts) return null;
  return (
    <parts.Sub>
      <parts.SubTrigger {...item} className={ITEM}>
        {label}
        <ChevronRight aria-hidden className="ml-auto" />
      </parts.SubTrigger>
      <parts.SubContent>{children}</parts.SubContent>
    </parts.Sub>
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
