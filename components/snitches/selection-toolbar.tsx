"use client";

import { useState } from "react";
import { SnoozeMenu } from "@/components/snooze/snooze-menu";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Pause, Play, Tag, Trash2, X } from "@/components/ui/icons";
import type { ChangeSelected } from "./change-selected";

type SelectionToolbarProps = {
  count: number;
  isBusy: boolean;
  run: (verb: Parameters<ChangeSelected>[0], text?: string) => void;
  clear: () => void;
};

/** The bulk actions for the selected rows. */
export default function SelectionToolbar({ count, isBusy, run, clear }: SelectionToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Selected snitches"
      aria-busy={isBusy}
      className="fixed inset-x-0 bottom-4 z-30 mx-auto flex w-fit max-w-[calc(100vw-1rem)] animate-appear flex-wrap items-center justify-center gap-1 rounded-xl border border-line bg-surface p-1.5 shadow-xl lg:left-60"
    >
      <span aria-live="polite" className="px-2 text-sm whitespace-nowrap">
        {isBusy ? "Working…" : `${count} selected`}
      </span>
      <SnoozeMenu look="bare" snooze={(until) => run("snooze", until.toISOString())} />
      <Button look="bare" onClick={() => run("pause")}>
        <Pause aria-hidden />
        Pause
      </Button>
      <Button look="bare" onClick={() => run("unpause")}>
        <Play aria-hidden />
        Unpause
      </Button>
      <AddTags count={count} add={(tags) => run("tag", tags)} />
      <Delete count={count} remove={() => run("delete")} />
      <Button look="bare" aria-label="Clear the selection" onClick={clear}>
        <X aria-hidden />
      </Button>
    </div>
  );
}

const those = (count: number) => (count === 1 ? "1 snitch" : `${count} snitches`);

function AddTags({ count, add }: { count: number; add: (tags: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title="Add tags"
      description={<p>They are added to {those(count)}. Existing tags stay.</p>}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button look="bare">
          <Tag aria-hidden />
          Tag…
        </Button>
      }
    >
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          setOpen(false);
          add(String(new FormData(event.currentTarget).get("tags")));
        }}
      >
        <Field
          label="Tags"
          name="tags"
          placeholder="critical, eu"
          hint="Separate tags with commas."
          required
        />
        <Button look="primary" type="submit">
          Add Tags
        </Button>
      </form>
    </Dialog>
  );
}

const deletionWarning = (count: number) =>
  count === 1
    ? "This deletes the snitch and its history. Its check-in URL stops working."
    : `This deletes ${count} snitches and their history. Their check-in URLs stop working.`;

function Delete({ count, remove }: { count: number; remove: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title={`Delete ${those(count)}?`}
      description={<p>{deletionWarning(count)}</p>}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button look="bare" className="text-failed">
          <Trash2 aria-hidden />
          Delete…
        </Button>
      }
    >
      <Button
        look="danger"
        onClick={() => {
          setOpen(false);
          remove();
        }}
      >
        Delete {those(count)}
      </Button>
    </Dialog>
  );
}
