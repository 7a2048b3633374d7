"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, type FormAction, Submit } from "@/components/ui/form";

type ConfirmByTypingProps = {
  title: string;
  /** What goes, before it is too late. */
  children?: ReactNode;
  /** What has to be typed, and what that is. */
  expected: string;
  label: string;
  name: string;
  /** What the buttons say. */
  verb: string;
  action: FormAction;
};

/** Deletes something once its name was typed; whether it is the right one is for the action to say. */
export function ConfirmByTyping(props: ConfirmByTypingProps) {
  const { title, children, expected, label, name, verb, action } = props;
  return (
    <Dialog
      title={title}
      description={
        <p>
          {children} Type <strong className="font-medium break-words text-ink">{expected}</strong> to confirm.
        </p>
      }
      trigger={<Button look="danger">{verb}…</Button>}
    >
      <Form action={action}>
        <Field label={label} name={name} autoComplete="off" required />
        <Submit look="danger" busy="Deleting…">
          {verb}
        </Submit>
      </Form>
    </Dialog>
  );
}
