"use client";

import { Pause, Play, Tag, Trash2, X } from "lucide-react";
import { startTransition, useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";

/** Answers with what came of it, in words. */
export type ChangeSelected = (
  verb: "pause" | "unpause" | "tag" | "delete",
  tokens: string[],
  text?: string,
) => Promise<string>;

const boxesIn = (place: HTMLElement | null) => [
  ...(place?.querySelectorAll<HTMLInputElement>('input[name="token"]') ?? []),
];

/** What can be done to several rows at once. The boxes hold what is selected, so that a refresh does not lose it. */
export function Selection({ change, children }: { change: ChangeSelected; children: React.ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<string[]>([]);
  const [isBusy, setBusy] = useState(false);

  const read = () => {
    const boxes = boxesIn(ref.current);
    const tokens = boxes.filter(({ checked }) => checked).map(({ value }) => value);
    const all = ref.current?.querySelector<HTMLInputElement>('input[name="all"]');
    if (all) {
      all.checked = tokens.length > 0 && tokens.length === boxes.length;
      all.indeterminate = tokens.length > 0 && tokens.length < boxes.length;
    }
    setChosen((before) => (before.join() === tokens.join() ? before : tokens));
  };
  const check = (isOn: boolean) => {
    for (const box of boxesIn(ref.current)) box.checked = isOn;
    read();
  };
  // Rows come and go with each refresh.
  useEffect(read);

  const run = (verb: Parameters<ChangeSelected>[0], text?: string) => {
    setBusy(true);
    startTransition(async () => {
      toast(await change(verb, chosen, text));
      setBusy(false);
      check(false);
    });
  };

  return (
    <>
      <div
        ref={ref}
        onChange={({ target }) => {
          const box = target as EventTarget as HTMLInputElement;
          if (box.name === "all") check(box.checked);
          else read();
        }}
      >
        {children}
      </div>
      {chosen.length > 0 && (
        <div
          role="toolbar"
          aria-label="Selected snitches"
          aria-busy={isBusy}
          className="fixed inset-x-0 bottom-4 z-30 mx-auto flex w-fit max-w-[calc(100vw-1rem)] animate-appear flex-wrap items-center justify-center gap-1 rounded-xl border border-line bg-surface p-1.5 shadow-xl lg:left-60"
        >
          <span aria-live="polite" className="px-2 text-sm whitespace-nowrap">
            {isBusy ? "Working…" : `${chosen.length} selected`}
          </span>
          <Button look="bare" onClick={() => run("pause")}>
            <Pause aria-hidden />
            Pause
          </Button>
          <Button look="bare" onClick={() => run("unpause")}>
            <Play aria-hidden />
            Unpause
          </Button>
          <AddTags count={chosen.length} add={(tags) => run("tag", tags)} />
          <Delete count={chosen.length} remove={() => run("delete")} />
          <Button look="bare" aria-label="Clear the selection" onClick={() => check(false)}>
            <X aria-hidden />
          </Button>
        </div>
      )}
    </>
  );
}

const those = (count: number) => (count === 1 ? "one snitch" : `${count} snitches`);

function AddTags({ count, add }: { count: number; add: (tags: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title="Add tags"
      description={<p>To {those(count)}, beside the tags they carry.</p>}
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

function Delete({ count, remove }: { count: number; remove: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title={`Delete ${those(count)}?`}
      description={<p>Their history goes with them, and their check-in URLs stop working.</p>}
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
