"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form, type FormAction, Submit } from "@/components/ui/form";
import type { Role } from "@/lib/cases/roles";
import { KeysQuestion } from "./keys-question";
import { RoleField } from "./role-field";

type MemberDialogProps = {
  email: string;
  role: Role;
  /** The roles that the signed-in user may assign. */
  roles: Role[];
  change: FormAction;
  remove: FormAction;
  handOver?: FormAction;
  /** The names of the API keys that the member created and that still work. */
  keys: string[];
};

/** Changes the role of a member, hands the case over to them or removes them. */
export function MemberDialog({ email, role, roles, change, remove, handOver, keys }: MemberDialogProps) {
  const [open, setOpen] = useState(false);
  /** Closes the dialog after success, because the page behind it shows the change. */
  const closingAfter =
    (action: FormAction): FormAction =>
    async (previous, form) => {
      const state = await action(previous, form);
      if (state.done) setOpen(false);
      return state;
    };
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="Change member"
      description={<p className="wrap-anywhere">{email}</p>}
      trigger={
        <Button look="bare" aria-label={`Change ${email}`}>
          Change…
        </Button>
      }
    >
      <Form action={closingAfter(change)} className="flex flex-wrap items-end gap-2">
        <RoleField roles={roles} value={role} />
        <Submit busy="Saving…" className="h-9">
          Save Role
        </Submit>
      </Form>
      {handOver && (
        <Form action={closingAfter(handOver)} className="grid gap-2 border-t border-line pt-4">
          <p className="text-sm text-ink-quiet">
            Makes them the owner and you an admin. From then on, only they can delete the case.
          </p>
          <div>
            <Submit look="plain" busy="Transferring…">
              Transfer Ownership
            </Submit>
          </div>
        </Form>
      )}
      <Form action={closingAfter(remove)} className="grid gap-3 border-t border-line pt-4">
        <p className="text-sm text-ink-quiet">They will no longer see this case or get its alerts.</p>
        {keys.length > 0 && <KeysQuestion creator="They" keys={keys} />}
        <div>
          <Submit look="danger" busy="Removing…">
            Remove from Case
          </Submit>
        </div>
      </Form>
    </Dialog>
  );
}
