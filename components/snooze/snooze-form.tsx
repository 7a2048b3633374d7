"use client";

import { useReaderZone } from "@/components/time";
import { Field } from "@/components/ui/field";
import { Form, type FormAction, Submit } from "@/components/ui/form";
import { INCIDENT_SNOOZES, SNOOZES } from "@/lib/rules/snooze";
import { snoozeChoices } from "./choices";

type SnoozeFormProps = {
  action: FormAction;
  now: Date;
  /** Whether it snoozes an incident, and not the snitch. */
  isIncident?: boolean;
};

/** The snoozes as a form. Its times are in the reader’s zone. */
export function SnoozeForm({ action, now, isIncident = false }: SnoozeFormProps) {
  const zone = useReaderZone();
  const snoozes = isIncident ? INCIDENT_SNOOZES : SNOOZES;
  return (
    <Form action={action}>
      <input type="hidden" name="zone" value={zone} />
      <fieldset className="grid gap-1">
        <legend className="pb-1 text-sm font-medium">Snooze for</legend>
        {snoozeChoices(now, zone, snoozes).map(({ snooze, label, detail }) => (
          <Choice key={snooze} value={snooze} label={label} isDefault={snooze === snoozes[0]}>
            <span className="text-ink-quiet">{detail}</span>
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
        hint={`In ${zone}, for “Until a time”.`}
      />
      <div>
        <Submit busy="Snoozing…">{isIncident ? "Snooze Incident" : "Snooze"}</Submit>
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
