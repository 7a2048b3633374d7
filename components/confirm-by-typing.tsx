"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, type FormAction, Submit } from "@/components/ui/form";

type ConfirmByTypingProps = {
  title: string;
  /** Says what will be deleted. */
  children?: ReactNode;
  /** The text to type, and its label. */
  expected: string;
  label: string;
  name: string;
  /** The labels of the buttons. */
  verb: string;
  action: FormAction;
};

/** Asks to type a name before something is deleted. The action compares the name. */
export function ConfirmByTyping(props: ConfirmByTypingProps) {
  const { title, children, expected, label, name, verb, action } = props;
  return (
    <Dialog
      title={title}
      description={
        <p>
          {children} Type <strong className="font-medium wrap-anywhere text-ink">{expected}</strong> to
          confirm.
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
