"use client";

import { useTimeDisplay } from "@/components/time";
import { Form, type FormAction, Submit } from "@/components/ui/form";
import type { MuteVerb } from "@/lib/rules/notifications/mute";
import { formatOption, muteChoices } from "./choices";

const TEXTS = {
  snooze: { label: "Snooze alerts until", submit: "Snooze", busy: "Snoozing…" },
  pause: { label: "Pause until", submit: "Pause", busy: "Pausing…" },
};

/** One half of the menu without JavaScript, in the reader’s zone. */
export function StillMuteForm({ verb, action, now }: { verb: MuteVerb; action: FormAction; now: Date }) {
  const display = useTimeDisplay();
  const { label, submit, busy } = TEXTS[verb];
  return (
    <Form action={action} className="flex gap-2">
      <input type="hidden" name="zone" value={display.zone} />
      <select
        name="until"
        aria-label={label}
        className="h-8 rounded-md border border-line bg-surface px-2 text-sm"
      >
        {muteChoices(verb, now, display).map((choice) => (
          <option key={choice.end} value={choice.end}>
            {formatOption(choice)}
          </option>
        ))}
      </select>
      <Submit look="plain" busy={busy}>
        {submit}
      </Submit>
    </Form>
  );
}
