"use client";

import { useTimeDisplay } from "@/components/time";
import { timeFormats } from "@/components/time-formats";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, type FormState, Submit } from "@/components/ui/form";
import { snoozeProblem } from "@/lib/rules/incidents/snooze-range";
import type { MuteVerb } from "@/lib/rules/notifications/mute";
import { toInstant } from "@/lib/rules/schedule/zoned-time";
import { clockTimeIn } from "./choices";
import type { Mute } from "./mute-items";

type TimeDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  verb: MuteVerb;
  mute: Mute;
};

/** Asks until when to snooze or pause, in the reader's time zone. */
export default function TimeDialog({ open, onOpenChange, verb, mute }: TimeDialogProps) {
  const display = useTimeDisplay();
  const choose = async (_previous: FormState, form: FormData): Promise<FormState> => {
    const time = String(form.get("time"));
    const clockMs = clockTimeIn(time);
    const until = clockMs === null ? null : toInstant(clockMs, display.zone);
    const problem = until && verb === "snooze" ? snoozeProblem(until, new Date()) : null;
    if (problem) return { error: problem, ...invalid(time, problem) };
    if (!until || until <= new Date()) return { error: NOT_IN_THE_FUTURE, ...invalid(time) };
    onOpenChange(false);
    mute(until.toISOString(), `until ${timeFormats(display).moment(until)}`);
    return { done: true };
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={TEXTS[verb].title}
      description={TEXTS[verb].description}
    >
      <Form action={choose}>
        <Field label="Time" name="time" type="datetime-local" hint={`In ${display.zone}.`} required />
        <Submit busy={TEXTS[verb].busy}>{TEXTS[verb].submit}</Submit>
      </Form>
    </Dialog>
  );
}

const TEXTS = {
  snooze: {
    title: "Snooze alerts until a time",
    description:
      "No alerts about this incident are sent before then, except when it resolves. The snitch stays monitored.",
    submit: "Snooze",
    busy: "Snoozing…",
  },
  pause: {
    title: "Pause monitoring until a time",
    description: "No alerts are sent before then. Check-ins are still recorded.",
    submit: "Pause",
    busy: "Pausing…",
  },
};

const NOT_IN_THE_FUTURE = "The time must be in the future.";
const invalid = (time: string, message = "must be in the future") => ({
  validations: [{ attribute: "time", message }],
  values: { time },
});
