"use client";

import { startTransition } from "react";
import { AfterMenuDialog, useAfterMenu } from "@/components/mute/after-menu";
import { MuteItems } from "@/components/mute/mute-items";
import { copy } from "@/components/ui/copy-button";
import { Copy, CopyPlus, Play, SquareArrowOutUpRight } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { MenuItem, MenuLabel, MenuLine, OpenedMenu, type Opening } from "@/components/ui/menu";
import { catchUnreachable } from "@/components/ui/reachable";
import { toast } from "@/components/ui/toast";
import type { Status } from "@/lib/rules/state/snitch-state";

/** All resolve with an error message, or with nothing on success. `until`: a time; for a pause also “healthy” or “unpaused”. */
export type Snooze = (token: string, until: string) => Promise<string | undefined>;
export type Pause = (token: string, until: string) => Promise<string | undefined>;
export type Unpause = (token: string) => Promise<string | undefined>;

type SnitchMenuProps = {
  href: string;
  /** The form that adds a copy. */
  duplicateUrl: string;
  name: string;
  token: string;
  status: Status;
  /** Whether an incident is open: only then are there alerts to snooze. */
  hasIncident: boolean;
  mayManage: boolean;
  checkInUrl: string;
  snooze: Snooze;
  pause: Pause;
  unpause: Unpause;
  opening: Opening;
  /** The button of the row, which the menu renders anew. */
  trigger: React.ReactElement<React.ComponentProps<"button">>;
};

/** Shows the message of an error, or otherwise that of the success, if there is one. */
const run = (work: () => Promise<string | undefined>, success?: string) =>
  startTransition(async () => {
    const message = (await catchUnreachable(work)) ?? success;
    if (message) toast(message);
  });

/** The menu of a row of the list. It is rendered when it is opened: a page has 50 rows, and opens a menu of few. */
export function SnitchMenu(props: SnitchMenuProps) {
  const {
    href,
    duplicateUrl,
    name,
    token,
    status,
    hasIncident,
    mayManage,
    checkInUrl,
    snooze,
    pause,
    unpause,
    opening,
    trigger,
  } = props;
  const canPause = mayManage && status !== "pending" && status !== "paused";
  const canUnpause = mayManage && status === "paused";
  const time = useAfterMenu();
  const mutes = {
    snooze: hasIncident
      ? (until: string, phrase: string) =>
          run(() => snooze(token, until), `Snoozed the alerts of ${name} ${phrase}.`)
      : undefined,
    pause: (until: string, phrase: string) => run(() => pause(token, until), `Paused ${name} ${phrase}.`),
  };
  return (
    <>
      <OpenedMenu opening={opening} onClosed={time.onClosed} trigger={trigger}>
        {canUnpause && (
          <MenuItem data-mute="pause" onSelect={() => run(() => unpause(token))}>
            <Play aria-hidden />
            Unpause
          </MenuItem>
        )}
        {(canPause || canUnpause) && (
          <>
            <MuteItems {...mutes} askForTime={time.ask} />
            <MenuLine />
          </>
        )}
        {mayManage && status === "pending" && (
          <>
            <MenuLabel>It cannot be paused before its first check-in.</MenuLabel>
            <MenuLine />
          </>
        )}
        <MenuItem asChild>
          <Link href={href}>
            <SquareArrowOutUpRight aria-hidden />
            Open
          </Link>
        </MenuItem>
        {mayManage && (
          <MenuItem asChild>
            <Link href={duplicateUrl}>
              <CopyPlus aria-hidden />
              Duplicate
            </Link>
          </MenuItem>
        )}
        <MenuItem onSelect={() => copy(checkInUrl).then(() => toast("Copied the check-in URL."))}>
          <Copy aria-hidden />
          Copy Check-in URL
        </MenuItem>
      </OpenedMenu>
      <AfterMenuDialog menu={time} {...mutes} />
    </>
  );
}
