"use client";

import { useReaderZone } from "@/components/time";
import { Form, type FormAction, Submit } from "@/components/ui/form";
import { INCIDENT_SNOOZES } from "@/lib/rules/snooze";
import { snoozeChoices } from "./choices";

type StillSnoozeFormProps = {
  action: FormAction;
  now: Date;
  /** In a list: whose incident it snoozes. */
  of?: string | undefined;
};

/** The snoozes of an incident without JavaScript, in the reader’s zone. */
export function StillSnoozeForm({ action, now, of }: StillSnoozeFormProps) {
  const zone = useReaderZone();
  return (
    <Form action={action} className="flex gap-2">
      <input type="hidden" name="zone" value={zone} />
      <select
        name="until"
        aria-label={of ? `Snooze incident of ${of} until` : "Snooze incident until"}
        className="h-8 rounded-md border border-line bg-surface px-2 text-sm"
      >
        {snoozeChoices(now, zone, INCIDENT_SNOOZES).map(({ snooze, label, detail }) => (
          <option key={snooze} value={snooze}>{`${label} (${detail})`}</option>
        ))}
      </select>
      <Submit look="plain" busy="Snoozing…">
        Snooze Incident
      </Submit>
    </Form>
  );
}
