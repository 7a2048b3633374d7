"use client";

import { startTransition } from "react";
import { Button } from "@/components/ui/button";
import { AlarmClock } from "@/components/ui/icons";
import { Menu } from "@/components/ui/menu";
import { messageOf } from "@/components/ui/reachable";
import { toast } from "@/components/ui/toast";
import { AfterMenuDialog, useAfterMenu } from "./after-menu";
import { SnoozeItems } from "./snooze-items";

type SnoozeMenuProps = {
  look?: "plain" | "bare";
  hotkey?: string;
  snooze: (until: Date) => void;
};

/** A button with the snoozes as its menu. */
export function SnoozeMenu({ look = "plain", hotkey, snooze }: SnoozeMenuProps) {
  const time = useAfterMenu();
  return (
    <>
      <Menu
        align="start"
        onClosed={time.onClosed}
        trigger={
          <Button look={look} data-hotkey={hotkey} className="noscript:hidden">
            <AlarmClock aria-hidden />
            Snooze
          </Button>
        }
      >
        <SnoozeItems snooze={snooze} askForTime={time.ask} />
      </Menu>
      <AfterMenuDialog menu={time} snooze={snooze} />
    </>
  );
}

type SnoozeOneProps = {
  /** Resolves with an error message, or with nothing on success. */
  pause: (until: string) => Promise<string | undefined>;
};

/** The menu that snoozes the snitch of a page, which shows the result itself. */
export function SnoozeOne({ pause }: SnoozeOneProps) {
  const snooze = (until: Date) =>
    startTransition(async () => {
      const message = await messageOf(() => pause(until.toISOString()));
      if (message) toast(message);
    });
  return <SnoozeMenu hotkey="s" snooze={snooze} />;
}
