"use client";

import { useId, useState } from "react";
import { useTimeDisplay } from "@/components/time";
import { AlarmClock, Pause } from "@/components/ui/icons";
import { MenuItem, MenuLabel, MenuLine } from "@/components/ui/menu";
import type { MuteVerb } from "@/lib/rules/notifications/mute";
import { MUTE_LABELS, muteChoices } from "./choices";

/** `until`: a time, or for a pause also “healthy” or “unpaused”; `phrase` says it after a name, as “until it recovers”. */
export type Mute = (until: string, phrase: string) => void;

/** What can be muted. Alerts can be snoozed only while an incident is open. */
export type Mutes = { snooze?: Mute | undefined; pause?: Mute | undefined };

type MuteItemsProps = Mutes & {
  /** Asks for a time once the menu has closed. */
  askForTime: (verb: MuteVerb) => void;
};

/** The items of every menu that snoozes and pauses, in a group for each. Their times are in the reader's zone. */
export function MuteItems({ snooze, pause, askForTime }: MuteItemsProps) {
  return (
    <>
      {snooze && <MuteGroup verb="snooze" mute={snooze} askForTime={askForTime} />}
      {snooze && pause && <MenuLine />}
      {pause && <MuteGroup verb="pause" mute={pause} askForTime={askForTime} />}
    </>
  );
}

type MuteGroupProps = Pick<MuteItemsProps, "askForTime"> & { verb: MuteVerb; mute: Mute };

function MuteGroup({ verb, mute, askForTime }: MuteGroupProps) {
  const id = useId();
  const display = useTimeDisplay();
  const [choices] = useState(() => muteChoices(verb, new Date(), display));
  const { title, note } = MUTE_LABELS[verb];
  const Icon = verb === "snooze" ? AlarmClock : Pause;
  return (
    // biome-ignore lint/a11y/useSemanticElements: A menu has groups, and no fieldsets.
    <div role="group" aria-labelledby={id}>
      <MenuLabel>
        <span id={id}>
          <span className="font-medium text-ink">{title}</span> · {note}
        </span>
      </MenuLabel>
      {choices.map(({ end, label, detail, until, phrase }) => (
        <MenuItem key={end} data-mute={verb} className="sm:min-h-7" onSelect={() => mute(until, phrase)}>
          <Icon aria-hidden />
          {label}
          {detail && <span className="ml-auto pl-6 text-xs text-ink-quiet">{detail}</span>}
        </MenuItem>
      ))}
      <MenuItem className="sm:min-h-7" onSelect={() => askForTime(verb)}>
        <Icon aria-hidden />
        Until a time…
      </MenuItem>
    </div>
  );
}
