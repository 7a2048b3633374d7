import { useRouter } from "next/navigation";
import { useState } from "react";
import { whenReachable } from "@/components/keep-page";
import { muteChoices } from "@/components/mute/choices";
import type { Mute } from "@/components/mute/mute-items";
import { useTimeDisplay } from "@/components/time";
import { AlarmClock, Pause } from "@/components/ui/icons";
import type { MuteVerb } from "@/lib/rules/notifications/mute";
import { Group, Item } from "./palette-items";

type PaletteMutesProps = {
  verb: MuteVerb;
  snitchUrl: string;
  name: string;
  query: string;
  mute: Mute;
  close: () => void;
};

/** The last step of the commands “Snooze a Snitch…” and “Pause a Snitch…”: for how long. */
export function PaletteMutes({ verb, snitchUrl, name, query, mute, close }: PaletteMutesProps) {
  const router = useRouter();
  const display = useTimeDisplay();
  const [choices] = useState(() => muteChoices(verb, new Date(), display));
  const matches = (label: string) => label.toLowerCase().includes(query.trim().toLowerCase());
  const toPage = () => {
    close();
    whenReachable(() => router.push(`${snitchUrl}/snooze`));
  };
  const Icon = verb === "snooze" ? AlarmClock : Pause;
  return (
    <Group heading={`${verb === "snooze" ? "Snooze alerts of" : "Pause"} ${name}`}>
      {choices
        .filter(({ label }) => matches(label))
        .map(({ end, label, detail, until, phrase }) => (
          <Item key={end} value={end} choose={() => mute(until, phrase)}>
            <Icon className="size-3.5 text-ink-quiet" />
            {label}
            <span className="ml-auto text-xs text-ink-quiet">{detail}</span>
          </Item>
        ))}
      <Item value="time" choose={toPage}>
        <Icon className="size-3.5 text-ink-quiet" />
        Until a time…
      </Item>
    </Group>
  );
}
