"use client";

import { startTransition } from "react";
import {
  CircleQuestionMark,
  CircleUserRound,
  Inbox,
  LogOut,
  ServerCog,
  UserRound,
} from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { Menu, MenuItem, MenuLabel, MenuLine } from "@/components/ui/menu";

type UserMenuProps = {
  email: string;
  isOperator: boolean;
  signOut: () => Promise<void>;
  isCompact?: boolean;
};

export function UserMenu({ email, isOperator, signOut, isCompact = false }: UserMenuProps) {
  return (
    <Menu
      align={isCompact ? "end" : "start"}
      trigger={
        <button
          type="button"
          aria-label={`Account of ${email}`}
          className="flex h-11 w-full min-w-11 items-center justify-center gap-2 rounded-md px-2 lg:h-9 lg:min-w-0 lg:justify-start text-sm text-ink-quiet hover:bg-ink/5 hover:text-ink"
        >
          <CircleUserRound aria-hidden className="size-4 shrink-0" />
          {!isCompact && <span className="truncate">{email}</span>}
        </button>
      }
    >
      <MenuLabel>{email}</MenuLabel>
      <MenuItem asChild>
        <Link href="/account">
          <UserRound aria-hidden />
          Your Account
        </Link>
      </MenuItem>
      {isOperator && (
        <MenuItem asChild>
          <Link href="/operator">
            <ServerCog aria-hidden />
            This Installation
          </Link>
        </MenuItem>
      )}
      {isOperator && (
        <MenuItem asChild>
          <Link href="/outbox">
            <Inbox aria-hidden />
            Outbox
          </Link>
        </MenuItem>
      )}
      {isCompact && (
        <MenuItem asChild>
          <Link href="/docs">
            <CircleQuestionMark aria-hidden />
            Help
          </Link>
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem onSelect={() => startTransition(signOut)}>
        <LogOut aria-hidden />
        Sign Out
      </MenuItem>
    </Menu>
  );
}
