"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form, type FormAction, Submit } from "@/components/ui/form";
import type { Role } from "@/lib/cases/roles";
import { RoleField } from "./role-field";

type MemberDialogProps = {
  email: string;
  role: Role;
  /** The roles that whoever is here can give. */
  roles: Role[];
  change: FormAction;
  remove: FormAction;
  handOver?: FormAction;
};

/** What can be done about one person's place. */
export function MemberDialog({ email, role, roles, change, remove, handOver }: MemberDialogProps) {
  const [open, setOpen] = useState(false);
  /** What was done shows on the page. */
  const thenClose =
    (action: FormAction): FormAction =>
    async (previous, form) => {
      const outcome = await action(previous, form);
      if (outcome.done) setOpen(false);
      return outcome;
    };
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="Change their place"
      description={<p className="break-all">{email}</p>}
      trigger={
        <Button look="bare" aria-label={`Change the place of ${email}`}>
          Change…
        </Button>
      }
    >
      <Form action={thenClose(change)} className="flex flex-wrap items-end gap-2">
        <RoleField roles={roles} value={role} />
        <Submit busy="Saving…" className="h-9">
          Save Role
        </Submit>
      </Form>
      {handOver && (
        <Form action={thenClose(handOver)} className="grid gap-2 border-t border-line pt-4">
          <p className="text-sm text-ink-quiet">
            Makes them the owner, and you an admin: deleting the case is up to them from then on.
          </p>
          <div>
            <Submit look="plain" busy="Handing over…">
              Hand Over the Case
            </Submit>
          </div>
        </Form>
      )}
      <Form action={thenClose(remove)} className="grid gap-2 border-t border-line pt-4">
        <p className="text-sm text-ink-quiet">
          They see nothing of this case any more and get none of its alerts. API keys that they made go on
          working.
        </p>
        <div>
          <Submit look="danger" busy="Removing…">
            Remove from Case
          </Submit>
        </div>
      </Form>
    </Dialog>
  );
}
