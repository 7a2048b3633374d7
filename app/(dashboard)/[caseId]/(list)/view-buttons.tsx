"use client";

import dynamic from "next/dynamic";
import { startTransition, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import type { FormAction } from "@/components/ui/form";
import { Ellipsis, Plus } from "@/components/ui/icons";
import { Menu, MenuItem } from "@/components/ui/menu";
import { orNothing } from "@/components/ui/or-nothing";
import { whileReachable } from "@/components/ui/reachable";
import { toast } from "@/components/ui/toast";

// Loaded only when it opens.
const ViewDialog = dynamic(() => orNothing(import("./view-dialog")), { ssr: false });

/** Saves the current view under a name. */
export function SaveViewButton({ action, query }: { action: FormAction; query: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="bare" className="px-2! noscript:hidden" onClick={() => setOpen(true)}>
        <Plus aria-hidden />
        Save View…
      </Button>
      {isOpen && (
        <ViewDialog
          title="Save view"
          description="Saves the filters, the order, the groups and the columns of this list. Only you see your views."
          button="Save View"
          hint="A view with the same name is replaced."
          action={action}
          close={() => setOpen(false)}
        >
          <input type="hidden" name="query" value={query} />
        </ViewDialog>
      )}
    </>
  );
}

/** Renames or deletes a view. */
export function ViewMenu({ name, rename, remove }: { name: string; rename: FormAction; remove: FormAction }) {
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
      {isRenaming && (
        <ViewDialog
          title="Rename view"
          description="Its filters, order, groups and columns stay as they are."
          button="Rename View"
          name={name}
          action={rename}
          close={() => setRenaming(false)}
        />
      )}
    </>
  );
}
