"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form, type FormAction, Submit } from "@/components/ui/form";
import { CalendarClock } from "@/components/ui/icons";

/** Asks before two hours of maintenance of the whole case begin. */
export function StartNow({ action }: { action: FormAction }) {
  const [isOpen, setOpen] = useState(false);
  const startAndClose: FormAction = async (previous, form) => {
    const state = await action(previous, form);
    if (!state.error) setOpen(false);
    return state;
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title="Start maintenance for everything?"
      description={
        <p>
          For the next two hours, no alerts are sent about any snitch of this case. Anything missed or failed
          in that time is excused. You’re alerted about whatever hasn’t recovered by then. You can end or undo
          it at any time.
        </p>
      }
      trigger={
        <Button look="plain">
          <CalendarClock aria-hidden />
          Start Maintenance Now…
        </Button>
      }
    >
      <Form action={startAndClose}>
        <div>
          <Submit busy="Starting…">Start 2 Hours of Maintenance</Submit>
        </div>
      </Form>
    </Dialog>
  );
}
