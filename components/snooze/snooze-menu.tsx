"use client";

import { startTransition } from "react";
import { Button } from "@/components/ui/button";
import type { FormAction } from "@/components/ui/form";
import { AlarmClock } from "@/components/ui/icons";
import { Menu } from "@/components/ui/menu";
import { catchUnreachable, whileReachable } from "@/components/ui/reachable";
import { toast } from "@/components/ui/toast";
import { INCIDENT_SNOOZES } from "@/lib/rules/snooze";
import { AfterMenuDialog, useAfterMenu } from "./after-menu";
import { SnoozeItems } from "./snooze-items";

type SnoozeMenuProps = {
  look?: "plain" | "bare";
  hotkey?: string;
  snooze: (until: Date) => void;
  /** Whether it snoozes an incident, and not a snitch. */
  isIncident?: boolean;
  /** What it snoozes, for a button among others. */
  label?: string;
};

/** A button with the snoozes as its menu. */
export function SnoozeMenu({ look = "plain", hotkey, snooze, isIncident = false, label }: SnoozeMenuProps) {
  const time = useAfterMenu();
  return (
    <>
      <Menu
        align="start"
        onClosed={time.onClosed}
        trigger={
          <Button look={look} data-hotkey={hotkey} aria-label={label} className="noscript:hidden">
            <AlarmClock aria-hidden />
            {isIncident ? "Snooze Incident" : "Snooze"}
          </Button>
        }
      >
        <SnoozeItems
          snooze={snooze}
          snoozes={isIncident ? INCIDENT_SNOOZES : undefined}
          askForTime={time.ask}
        />
      </Menu>
      <AfterMenuDialog menu={time} snooze={snooze} isIncident={isIncident} />
    </>
  );
}

type SnoozeIncidentProps = {
  /** The form’s field `until` is a time. */
  action: FormAction;
  look?: "plain" | "bare";
  hotkey?: string;
  label?: string;
};

/** The menu that snoozes an incident, on a page that shows the result itself. */
export function SnoozeIncident({ action, ...menu }: SnoozeIncidentProps) {
  const snooze = (until: Date) =>
    startTransition(async () => {
      const form = new FormData();
      form.set("until", until.toISOString());
      const { error, validations } = await whileReachable(action)({}, form);
      if (error) toast(validations?.[0] ? `The time ${validations[0].message}.` : error);
    });
  return <SnoozeMenu {...menu} isIncident snooze={snooze} />;
}

type SnoozeOneProps = {
  /** Resolves with an error message, or with nothing on success. */
  pause: (until: string) => Promise<string | undefined>;
};

/** The menu that snoozes the snitch of a page, which shows the result itself. */
export function SnoozeOne({ pause }: SnoozeOneProps) {
  const snooze = (until: Date) =>
    startTransition(async () => {
      const message = await catchUnreachable(() => pause(until.toISOString()));
      if (message) toast(message);
    });
  return <SnoozeMenu hotkey="s" snooze={snooze} />;
}
