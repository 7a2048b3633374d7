"use client";

import { startTransition, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, type FormAction, Submit } from "@/components/ui/form";
import { Ellipsis, Plus } from "@/components/ui/icons";
import { Menu, MenuItem } from "@/components/ui/menu";
import { whileReachable } from "@/components/ui/reachable";
import { toast } from "@/components/ui/toast";

/** The same action, followed by closing the dialog if it succeeded. */
const closingAfter =
  (action: FormAction, close: () => void): FormAction =>
  async (previous, form) => {
    const state = await action(previous, form);
    if (state.done) close();
    return state;
  };

/** Saves the current view under a name. */
export function SaveViewButton({ action, query }: { action: FormAction; query: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title="Save view"
      description={
        <p>
          Saves the filters, the order and the grouping of this list. Only you see your views, in this case.
        </p>
      }
      trigger={
        <Button look="bare" className="h-7! px-2! noscript:hidden">
          <Plus aria-hidden />
          Save View…
        </Button>
      }
    >
      <Form action={closingAfter(action, () => setOpen(false))}>
        <input type="hidden" name="query" value={query} />
        <NameField hint="A view of the same name is replaced." />
        <Submit busy="Saving…">Save View</Submit>
      </Form>
    </Dialog>
  );
}

type ViewMenuProps = { name: string; rename: FormAction; remove: FormAction };

/** Renames or deletes a view. */
export function ViewMenu({ name, rename, remove }: ViewMenuProps) {
  const [isRenaming, setRenaming] = useState(false);
  const wantsName = useRef(false);
  const removeNow = () =>
    startTransition(async () => {
      const { error } = await whileReachable(remove)({}, new FormData());
      toast(error ?? `Deleted the view “${name}”.`);
    });
  return (
    <>
      <Menu
        align="start"
        onClosed={() => {
          setRenaming(wantsName.current);
          wantsName.current = false;
        }}
        trigger={
          <button
            type="button"
            aria-label={`Change the view ${name}`}
            className="grid size-7 shrink-0 place-items-center rounded-md text-ink-quiet hover:bg-surface-quiet hover:text-ink noscript:hidden"
          >
            <Ellipsis aria-hidden className="size-4" />
          </button>
        }
      >
        <MenuItem
          onSelect={() => {
            wantsName.current = true;
          }}
        >
          Rename…
        </MenuItem>
        <MenuItem onSelect={removeNow}>Delete View</MenuItem>
      </Menu>
      <Dialog
        open={isRenaming}
        onOpenChange={setRenaming}
        title="Rename view"
        description={<p>Its filters stay as they are.</p>}
      >
        <Form action={closingAfter(rename, () => setRenaming(false))}>
          <NameField defaultValue={name} />
          <Submit busy="Saving…">Rename View</Submit>
        </Form>
      </Dialog>
    </>
  );
}

const NameField = (field: { defaultValue?: string; hint?: string }) => (
  <Field {...field} label="Name" name="name" placeholder="Night jobs…" maxLength={60} autoFocus required />
);
