"use client";

import { useState } from "react";
import { AlarmClock } from "@/components/ui/icons";
import { MenuItem } from "@/components/ui/menu";
import { snoozeChoices } from "./choices";
import { readerZone } from "./reader-zone";

type SnoozeItemsProps = {
  snooze: (until: Date) => void;
  /** Asks for a time once the menu has closed. */
  askForTime: () => void;
};

/** The items of a menu that snooze. Their times are in the reader's zone. */
export function SnoozeItems({ snooze, askForTime }: SnoozeItemsProps) {
  const [choices] = useState(() => snoozeChoices(new Date(), readerZone()));
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
