"use client";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, type FormAction, Submit } from "@/components/ui/form";

type DeleteAccountProps = { email: string; gone: { id: string; name: string }[]; action: FormAction };

export function DeleteAccount({ email, gone, action }: DeleteAccountProps) {
  return (
    <Dialog
      title="Delete your account?"
      description={
        <div className="grid gap-2">
          {gone.length > 0 && (
            <p>
              Nobody else is in {gone.map(({ name }) => `“${name}”`).join(", ")}: what is there goes with your
              account.
            </p>
          )}
          <p>
            Type <strong className="font-medium break-all text-ink">{email}</strong> to confirm.
          </p>
        </div>
      }
      trigger={<Button look="danger">Delete Account…</Button>}
    >
      <Form action={action}>
        <Field label="E-mail" name="email" autoComplete="off" required />
        <Submit look="danger" busy="Deleting…">
          Delete Account
        </Submit>
      </Form>
    </Dialog>
  );
}
