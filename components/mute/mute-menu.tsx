"use client";

import { startTransition } from "react";
import { Button } from "@/components/ui/button";
import type { FormAction } from "@/components/ui/form";
import { AlarmClock } from "@/components/ui/icons";
import { Menu } from "@/components/ui/menu";
import { whileReachable } from "@/components/ui/reachable";
import { toast } from "@/components/ui/toast";
import { AfterMenuDialog, useAfterMenu } from "./after-menu";
import { MuteItems, type Mutes } from "./mute-items";

type MuteButtonProps = {
  look?: "plain" | "bare";
  hotkey?: string | undefined;
  /** What it mutes, for a button among others. */
  label?: string | undefined;
};

/** A button whose menu snoozes alerts and pauses monitoring. */
export function MuteMenu({ look = "plain", hotkey, label, ...mutes }: MuteButtonProps & Mutes) {
  const time = useAfterMenu();
  return (
    <>
      <Menu
        align="start"
        onClosed={time.onClosed}
        trigger={
          <Button look={look} data-hotkey={hotkey} aria-label={label} className="noscript:hidden">
            <AlarmClock aria-hidden />
            {mutes.snooze ? (mutes.pause ? "Snooze or Pause" : "Snooze") : "Pause"}
          </Button>
        }
      >
        <MuteItems {...mutes} askForTime={time.ask} />
      </Menu>
      <AfterMenuDialog menu={time} {...mutes} />
    </>
  );
}

/** The fields `until` of these forms are times, or what a pause takes. */
type MuteOneProps = MuteButtonProps & { snooze?: FormAction | undefined; pause?: FormAction | undefined };

/** The same on a page that shows the result itself. */
export const MuteOne = ({ snooze, pause, ...button }: MuteOneProps) => (
  <MuteMenu {...button} snooze={snooze && sendTo(snooze)} pause={pause && sendTo(pause)} />
);

const sendTo = (action: FormAction) => (until: string) =>
  startTransition(async () => {
    const form = new FormData();
    form.set("until", until);
    const { error, validations } = await whileReachable(action)({}, form);
    if (error) toast(validations?.[0] ? `The time ${validations[0].message}.` : error);
  });
