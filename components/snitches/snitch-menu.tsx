"use client";

import { startTransition } from "react";
import { AfterMenuDialog, useAfterMenu } from "@/components/snooze/after-menu";
import { momentIn } from "@/components/snooze/choices";
import { SnoozeItems } from "@/components/snooze/snooze-items";
import { useReaderZone } from "@/components/time";
import { copy } from "@/components/ui/copy-button";
import { Copy, CopyPlus, Pause as PauseIcon, Play, SquareArrowOutUpRight } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { Menu, MenuItem, MenuLabel, MenuLine } from "@/components/ui/menu";
import { catchUnreachable } from "@/components/ui/reachable";
import { toast } from "@/components/ui/toast";
import type { Status } from "@/lib/rules/snitch-state";
import { INCIDENT_SNOOZES } from "@/lib/rules/snooze";

/** Both resolve with an error message, or with nothing on success. `until`: “healthy”, “unpaused” or a time. */
export type Pause = (token: string, until: string) => Promise<string | undefined>;
export type Unpause = (token: string) => Promise<string | undefined>;

type SnitchMenuProps = {
  href: string;
  /** The form that adds a copy. */
  duplicateUrl: string;
  name: string;
  token: string;
  status: Status;
  /** Whether an incident is open: then a snooze is of the incident, and the snitch stays monitored. */
  hasIncident: boolean;
  mayManage: boolean;
  checkInUrl: string;
  pause: Pause;
  unpause: Unpause;
};

/** An ellipsis of one path: it stands in each row. */
const Dots = () => (
  <svg aria-hidden viewBox="0 0 24 24">
    <path d="M5 12h.01m6.99 0h.01m6.99 0h.01" />
  </svg>
);

/** Shows the message of an error, or otherwise that of the success, if there is one. */
const run = (work: () => Promise<string | undefined>, success?: string) =>
  startTransition(async () => {
    const message = (await catchUnreachable(work)) ?? success;
    if (message) toast(message);
  });

export function SnitchMenu(props: SnitchMenuProps) {
  const { href, duplicateUrl, name, token, status, hasIncident, mayManage, checkInUrl, pause, unpause } =
    props;
  const canPause = mayManage && status !== "pending" && status !== "paused";
  const canUnpause = mayManage && status === "paused";
  const time = useAfterMenu();
  const zone = useReaderZone();
  const snooze = (until: Date) =>
    run(
      () => pause(token, until.toISOString()),
      `Snoozed ${hasIncident ? `the incident of ${name}` : name} until ${momentIn(until, zone)}.`,
    );
  return (
    <>
      <Menu
        onClosed={time.onClosed}
        trigger={
          <button type="button" aria-label={`Actions for ${name}`}>
            <Dots />
          </button>
        }
      >
        {canUnpause && (
          <MenuItem onSelect={() => run(() => unpause(token))}>
            <Play aria-hidden />
            Unpause
          </MenuItem>
        )}
        {canPause && (
          <>
            <MenuItem onSelect={() => run(() => pause(token, "healthy"))}>
              <PauseIcon aria-hidden />
              Pause Until It Checks In
            </MenuItem>
            <MenuItem onSelect={() => run(() => pause(token, "unpaused"))}>
              <PauseIcon aria-hidden />
              Pause Until I Unpause It
            </MenuItem>
          </>
        )}
        {(canPause || canUnpause) && (
          <>
            <MenuLabel>{hasIncident ? "Snooze the incident" : "Snooze"}</MenuLabel>
            <SnoozeItems
              snooze={snooze}
              snoozes={hasIncident ? INCIDENT_SNOOZES : undefined}
              askForTime={time.ask}
            />
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
      </Menu>
      <AfterMenuDialog menu={time} snooze={snooze} isIncident={hasIncident} />
    </>
  );
}
