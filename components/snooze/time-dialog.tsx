"use client";

import { useReaderZone } from "@/components/time";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, type FormState, Submit } from "@/components/ui/form";
import { snoozeProblem } from "@/lib/rules/incidents/snooze-range";
import { toInstant } from "@/lib/rules/zoned-time";
import { clockTimeIn } from "./choices";

type TimeDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  snooze: (until: Date) => void;
  /** Whether it snoozes an incident, and not the snitch. */
  isIncident?: boolean;
};

/** Asks until when to snooze, in the reader's time zone. */
export default function TimeDialog({ open, onOpenChange, snooze, isIncident = false }: TimeDialogProps) {
  const zone = useReaderZone();
  const choose = async (_previous: FormState, form: FormData): Promise<FormState> => {
    const time = String(form.get("time"));
    const clockMs = clockTimeIn(time);
    const until = clockMs === null ? null : toInstant(clockMs, zone);
    const problem = until && isIncident ? snoozeProblem(until, new Date()) : null;
    if (problem) return { error: problem, ...invalid(time, problem) };
    if (!until || until <= new Date()) return { error: NOT_IN_THE_FUTURE, ...invalid(time) };
    onOpenChange(false);
    snooze(until);
    return { done: true };
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={isIncident ? "Snooze the incident until a time" : "Snooze until a time"}
      description={isIncident ? INCIDENT_DESCRIPTION : DESCRIPTION}
    >
      <Form action={choose}>
        <Field label="Time" name="time" type="datetime-local" hint={`In ${zone}.`} required />
        <Submit busy="Snoozing…">Snooze</Submit>
      </Form>
    </Dialog>
  );
}

const DESCRIPTION = "No alerts are sent before then. Check-ins are still recorded.";
const INCIDENT_DESCRIPTION =
  "No alerts about this incident are sent before then, only that it is over. The snitch stays monitored.";

const NOT_IN_THE_FUTURE = "The time must be in the future.";
const invalid = (time: string, message = "must be in the future") => ({
  validations: [{ attribute: "time", message }],
  values: { time },
});
