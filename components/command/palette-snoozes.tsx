import { useRouter } from "next/navigation";
import { useState } from "react";
import { snoozeChoices } from "@/components/snooze/choices";
import { useReaderZone } from "@/components/time";
import { AlarmClock } from "@/components/ui/icons";
import { Group, Item } from "./palette-items";

type PaletteSnoozesProps = {
  snitchUrl: string;
  name: string;
  query: string;
  /** `words`: the end of the snooze in the reader's zone. */
  snooze: (until: Date, words: string) => void;
  close: () => void;
};

/** The last step of the command “Snooze a Snitch…”: for how long. */
export function PaletteSnoozes({ snitchUrl, name, query, snooze, close }: PaletteSnoozesProps) {
  const router = useRouter();
  const zone = useReaderZone();
  const [choices] = useState(() => snoozeChoices(new Date(), zone));
  const matches = (label: string) => label.toLowerCase().includes(query.trim().toLowerCase());
  const toPage = () => {
    close();
    router.push(`${snitchUrl}/snooze`);
  };
  return (
    <Group heading={`Snooze ${name}`}>
      {choices
        .filter(({ label }) => matches(label))
        .map(({ snooze: value, label, detail, until }) => (
          <Item key={value} value={value} choose={() => snooze(until, detail)}>
            <AlarmClock className="size-3.5 text-ink-quiet" />
            {label}
            <span className="ml-auto text-xs text-ink-quiet">{detail}</span>
          </Item>
        ))}
      <Item value="time" choose={toPage}>
        <AlarmClock className="size-3.5 text-ink-quiet" />
        Until a time…
      </Item>
    </Group>
  );
}
