"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form, type FormAction, Submit } from "@/components/ui/form";

type ConfirmProps = {
  title: string;
  description: string;
  /** The label of the button that opens it, visible and for screen readers. */
  trigger: string;
  label: string;
  confirm: string;
  busy: string;
  action: FormAction;
  look?: "plain" | "bare";
  /** Fields of the form, if something is to be chosen. */
  children?: React.ReactNode;
};

/** Asks for confirmation before something that cannot be undone. */
export function Confirm(props: ConfirmProps) {
  const { title, description, trigger, label, confirm, busy, action, look = "plain", children } = props;
  const [isOpen, setOpen] = useState(false);
  const actAndClose: FormAction = async (previous, form) => {
    const state = await action(previous, form);
    if (state.done) setOpen(false);
    return state;
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title={title}
      description={<p>{description}</p>}
      trigger={
        <Button look={look} aria-label={label}>
          {trigger}
        </Button>
      }
    >
      <Form action={actAndClose}>
        {children}
        <div>
          <Submit look="danger" busy={busy}>
            {confirm}
          </Submit>
        </div>
      </Form>
    </Dialog>
  );
}
