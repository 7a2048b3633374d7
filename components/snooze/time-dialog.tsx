"use client";

import { useReaderZone } from "@/components/time";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, type FormState, Submit } from "@/components/ui/form";
import { instantOf } from "@/lib/rules/zoned-time";
import { clockTimeIn } from "./choices";

type TimeDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  snooze: (until: Date) => void;
};

/** Asks until when to snooze, in the reader's time zone. */
export default function TimeDialog({ open, onOpenChange, snooze }: TimeDialogProps) {
  const zone = useReaderZone();
  const choose = async (_previous: FormState, form: FormData): Promise<FormState> => {
    const time = String(form.get("time"));
    const clockMs = clockTimeIn(time);
    const until = clockMs === null ? null : instantOf(clockMs, zone);
    if (!until || until <= new Date()) return { error: NOT_IN_THE_FUTURE, ...invalid(time) };
    onOpenChange(false);
    snooze(until);
    return { done: true };
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Snooze until a time"
      description="No alerts are sent before then. Check-ins are still recorded."
    >
      <Form action={choose}>
        <Field label="Time" name="time" type="datetime-local" hint={`In ${zone}.`} required />
        <Submit busy="Snoozing…">Snooze</Submit>
      </Form>
    </Dialog>
  );
}

const NOT_IN_THE_FUTURE = "The time must be in the future.";
const invalid = (time: string) => ({
  validations: [{ attribute: "time", message: "must be in the future" }],
  values: { time },
});
