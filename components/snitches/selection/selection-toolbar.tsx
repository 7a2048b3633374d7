"use client";

import { startTransition, useRef, useState } from "react";
import type { Mutes } from "@/components/mute/mute-items";
import { MuteMenu } from "@/components/mute/mute-menu";
import { Button } from "@/components/ui/button";
import type { FormState } from "@/components/ui/form";
import { Check, Pencil, Play, Trash2, X } from "@/components/ui/icons";
import { Menu, MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import type { ConditionalAction } from "./applicable";
import { type Dialogs, SelectionDialog } from "./selection-dialog";

type Progress = { tried: number; total: number };

type SelectionToolbarProps = {
  /** How many snitches are selected, and how many match the filters on all pages. */
  count: number;
  found: number;
  /** How many snitches the current change has tried, of how many; null without one. */
  progress: Progress | null;
  /** Those that at least one selected snitch can take. */
  actions: ConditionalAction[];
  defaultRecipients: string;
  channels: { id: string; name: string }[];
  /** Changes the selected snitches. Resolves with the state of the form. */
  change: (form: FormData) => Promise<FormState>;
  selectAll: () => void;
  clear: () => void;
  stop: () => void;
};

/** The bulk actions for the selected rows. */
export default function SelectionToolbar(props: SelectionToolbarProps) {
  const { count, found, progress, actions, defaultRecipients, channels, change, selectAll, clear, stop } =
    props;
  const [dialog, setDialog] = useState<Dialogs | null>(null);
  const wanted = useRef<Dialogs | null>(null);
  const run = (fields: Record<string, string>) =>
    startTransition(async () => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      const { error } = await change(form);
      if (error) toast(error);
    });
  const mutes: Mutes = {
    snooze: actions.includes("snooze") ? (until) => run({ verb: "snooze", until }) : undefined,
    pause: actions.includes("pause")
      ? (until) => run(until === "healthy" ? { verb: "pause" } : { verb: "pause", until })
      : undefined,
  };
  const want = (name: Dialogs) => () => {
    wanted.current = name;
  };
  return (
    <div
      role="toolbar"
      aria-label="Selected snitches"
      aria-busy={progress !== null}
      className="afloat inset-x-0 mx-auto flex w-fit max-w-[calc(100vw-1rem)] animate-appear flex-wrap items-center justify-center gap-1 rounded-xl border border-line bg-surface p-1.5 shadow-xl lg:left-60"
    >
      <span className="flex items-center max-sm:w-full max-sm:justify-center">
        <span aria-live="polite" className="px-2 text-sm whitespace-nowrap tabular-nums">
          {formatCommonState(count, found, progress)}
        </span>
        {progress === null && count < found && (
          <Button look="bare" className="px-2! text-accent!" onClick={selectAll}>
            Select All {found.toLocaleString("en")}
          </Button>
        )}
      </span>
      {progress === null ? (
        <>
          {actions.includes("acknowledge") && (
            <Button look="bare" onClick={() => run({ verb: "acknowledge" })}>
              <Check aria-hidden />
              Acknowledge
            </Button>
          )}
          {(mutes.snooze || mutes.pause) && <MuteMenu look="bare" {...mutes} />}
          {actions.includes("unpause") && (
            <Button look="bare" onClick={() => run({ verb: "unpause" })}>
              <Play aria-hidden />
              Unpause
            </Button>
          )}
          <Menu
            align="start"
            onClosed={() => {
              setDialog(wanted.current);
              wanted.current = null;
            }}
            trigger={
              <Button look="bare">
                <Pencil aria-hidden />
                Edit…
              </Button>
            }
          >
            <MenuItem onSelect={want("edit")}>Schedule and Alerts…</MenuItem>
            <MenuItem onSelect={want("tags")}>Tags…</MenuItem>
            <MenuItem onSelect={want("recipients")}>Recipients…</MenuItem>
          </Menu>
          <Button look="bare" className="text-failed!" onClick={() => setDialog("delete")}>
            <Trash2 aria-hidden />
            Delete…
          </Button>
          <Button
            look="bare"
            className="px-2! max-sm:absolute max-sm:top-1.5 max-sm:right-1.5"
            aria-label="Clear the selection"
            onClick={clear}
          >
            <X aria-hidden />
          </Button>
        </>
      ) : (
        <Button look="bare" onClick={stop}>
          Stop
        </Button>
      )}
      {dialog && (
        <SelectionDialog
          dialog={dialog}
          count={count}
          defaultRecipients={defaultRecipients}
          channels={channels}
          busy={formatCommonState(count, found, progress)}
          change={change}
          close={() => setDialog(null)}
        />
      )}
    </div>
  );
}

function formatCommonState(count: number, total: number, progress: Progress | null): string {
  if (progress?.tried) {
    return `${progress.tried.toLocaleString("en")} of ${progress.total.toLocaleString("en")}…`;
  }
  if (progress) return "Working…";
  const isAll = count === total && count > 1;
  return `${isAll ? "All " : ""}${count.toLocaleString("en")} selected`;
}
