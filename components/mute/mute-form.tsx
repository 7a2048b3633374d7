"use client";

import { useTimeDisplay } from "@/components/time";
import { Field } from "@/components/ui/field";
import { Form, type FormAction, Submit } from "@/components/ui/form";
import type { MuteVerb } from "@/lib/rules/notifications/mute";
import { MUTE_LABELS, muteChoices } from "./choices";

/** One half of the menu as a form. Its times are in the reader’s zone. */
export function MuteForm({ verb, action, now }: { verb: MuteVerb; action: FormAction; now: Date }) {
  const display = useTimeDisplay();
  const { title, note } = MUTE_LABELS[verb];
  return (
    <Form action={action}>
      <input type="hidden" name="zone" value={display.zone} />
      <fieldset className="grid gap-1">
        <legend className="pb-1 text-sm font-medium">
          {title} <span className="font-normal text-ink-quiet">· {note}</span>
        </legend>
        {muteChoices(verb, now, display).map(({ end, label, detail }, i) => (
          <Choice key={end} value={end} label={label} isDefault={i === 0}>
            {detail && <span className="text-ink-quiet">{detail}</span>}
          </Choice>
        ))}
        <Choice value="time" label="Until a time" />
      </fieldset>
      <Field
        label="Time"
        name="time"
        type="datetime-local"
        onInput={({ currentTarget: { form } }) => {
          const choice = form?.querySelector<HTMLInputElement>('[name=until][value="time"]');
          if (choice) choice.checked = true;
        }}
        hint={`In ${display.zone}, for “Until a time”.`}
      />
      <div>
        <Submit
          busy={verb === "snooze" ? "Snoozing…" : "Pausing…"}
          look={verb === "pause" ? "plain" : "primary"}
        >
          {verb === "snooze" ? "Snooze" : "Pause"}
        </Submit>
      </div>
    </Form>
  );
}

type ChoiceProps = { value: string; label: string; isDefault?: boolean; children?: React.ReactNode };

const Choice = ({ value, label, isDefault, children }: ChoiceProps) => (
  <label className="flex min-h-7 flex-wrap items-center gap-x-2">
    <input type="radio" name="until" value={value} defaultChecked={isDefault} />
    {label}
    {children}
  </label>
);
