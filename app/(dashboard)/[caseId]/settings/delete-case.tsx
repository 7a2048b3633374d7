"use client";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, type FormAction, Submit } from "@/components/ui/form";

export function DeleteCase({ name, action }: { name: string; action: FormAction }) {
  return (
    <Dialog
      title="Delete this case?"
      description={
        <p>
          This cannot be undone. Type <strong className="font-medium break-words text-ink">{name}</strong> to
          confirm.
        </p>
      }
      trigger={<Button look="danger">Delete Case…</Button>}
    >
      <Form action={action}>
        <Field label="Name" name="name" autoComplete="off" required />
        <Submit look="danger" busy="Deleting…">
          Delete Case
        </Submit>
      </Form>
    </Dialog>
  );
}
