"use client";

import { useState } from "react";
import { useReaderZone } from "@/components/time";
import { AlarmClock } from "@/components/ui/icons";
import { MenuItem } from "@/components/ui/menu";
import type { Snooze } from "@/lib/rules/snooze";
import { snoozeChoices } from "./choices";

type SnoozeItemsProps = {
  snooze: (until: Date) => void;
  /** Those of a snitch if absent. */
  snoozes?: readonly Snooze[];
  /** Asks for a time once the menu has closed. */
  askForTime: () => void;
};

/** The items of a menu that snooze. Their times are in the reader's zone. */
export function SnoozeItems({ snooze, snoozes, askForTime }: SnoozeItemsProps) {
  const zone = useReaderZone();
  const [choices] = useState(() => snoozeChoices(new Date(), zone, snoozes));
  return (
    <>
      {choices.map(({ snooze: name, label, detail, until }) => (
        <MenuItem key={name} data-snooze={name} onSelect={() => snooze(until)}>
          <AlarmClock aria-hidden />
          {label}
          <span className="ml-auto pl-6 text-xs text-ink-quiet">{detail}</span>
        </MenuItem>
      ))}
      <MenuItem onSelect={askForTime}>
        <AlarmClock aria-hidden />
        Until a time…
      </MenuItem>
    </>
  );
}
