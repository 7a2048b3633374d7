"use client";

import { startTransition } from "react";
import { AfterMenuDialog, useAfterMenu } from "@/components/mute/after-menu";
import { MuteItems } from "@/components/mute/mute-items";
import { copy } from "@/components/ui/copy";
import { AlarmClock, Check, CircleCheck, Copy, Pause, Play, Settings2 } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { MenuItem, MenuLine, OpenedMenu, type Opening, SubMenu } from "@/components/ui/menu";
import { catchUnreachable } from "@/components/ui/reachable";
import { toast } from "@/components/ui/toast";
import type { ListRow } from "./list-row";

type Mute = (token: string, until: string) => Promise<string | undefined>;

/**
 * What can be done from a row. All resolve with an error message, or with nothing on success. `until`: a time; for a pause also “healthy”
 * or “unpaused”.
 */
export type RowVerbs = {
  acknowledge: (incidentId: string) => Promise<string | undefined>;
  checkIn: (token: string) => Promise<string | undefined>;
  snooze: Mute;
  pause: Mute;
  unpause: (token: string) => Promise<string | undefined>;
};

type SnitchMenuProps = {
  href: string;
  row: ListRow;
  mayManage: boolean;
  /** Null if the reader may not see it. */
  checkInUrl: string | null;
  verbs: RowVerbs;
  opening: Opening;
  /** The button of the row, which the menu renders again. */
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
  const { href, row, mayManage, checkInUrl, verbs, opening, trigger } = props;
  const { token, name, status, incident } = row;
  const time = useAfterMenu();
  const mutes = {
    snooze: (until: string, phrase: string) =>
      run(() => verbs.snooze(token, until), `Snoozed the alerts of ${name} ${phrase}.`),
    pause: (until: string, phrase: string) =>
      run(() => verbs.pause(token, until), `Paused ${name} ${phrase}.`),
  };
  return (
    <>
      <OpenedMenu opening={opening} onClosed={time.onClosed} trigger={trigger}>
        {mayManage && (
          <>
            <MenuItem
              disabled={!incident || incident.isAcknowledged}
              onSelect={() => incident && run(() => verbs.acknowledge(incident.id), `Acknowledged ${name}.`)}
            >
              <Check aria-hidden />
              {incident?.isAcknowledged ? "Acknowledged" : "Acknowledge"}
            </MenuItem>
            <MenuItem onSelect={() => run(() => verbs.checkIn(token), `${name} checked in.`)}>
              <CircleCheck aria-hidden />
              Check In Now
            </MenuItem>
            <MenuLine />
            <SubMenu
              data-mute="snooze"
              disabled={!incident}
              label={
                <>
                  <AlarmClock aria-hidden />
                  Snooze
                </>
              }
            >
              <MuteItems snooze={mutes.snooze} askForTime={time.ask} />
            </SubMenu>
            <SubMenu
              data-mute="pause"
              disabled={status === "pending"}
              label={
                <>
                  <Pause aria-hidden />
                  Pause
                  {status === "pending" && <span className="pl-4 text-xs">after its first check-in</span>}
                </>
              }
            >
              {status === "paused" && (
                <>
                  <MenuItem onSelect={() => run(() => verbs.unpause(token))}>
                    <Play aria-hidden />
                    Unpause
                  </MenuItem>
                  <MenuLine />
                </>
              )}
              <MuteItems pause={mutes.pause} askForTime={time.ask} />
            </SubMenu>
            <MenuLine />
          </>
        )}
        {checkInUrl !== null && (
          <MenuItem onSelect={() => copy(checkInUrl).then(() => toast("Copied the check-in URL."))}>
            <Copy aria-hidden />
            Copy Check-in URL
          </MenuItem>
        )}
        {mayManage && (
          <MenuItem asChild>
            <Link href={`${href}/settings`}>
              <Settings2 aria-hidden />
              Settings
            </Link>
          </MenuItem>
        )}
      </OpenedMenu>
      <AfterMenuDialog menu={time} {...mutes} />
    </>
  );
}
