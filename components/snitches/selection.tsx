"use client";

import dynamic from "next/dynamic";
import { startTransition, useEffect, useRef, useState } from "react";
import { toast } from "@/components/ui/toast";
import type { ChangeSelected } from "./change-selected";

// Loaded only when something is selected.
const SelectionToolbar = dynamic(() => import("./selection-toolbar"), { ssr: false });

const boxesIn = (container: HTMLElement | null) => [
  ...(container?.querySelectorAll<HTMLInputElement>('input[name="token"]') ?? []),
];

/** Bulk actions on rows. The selection lives in the checkboxes, so that a refresh keeps it. */
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
  // A refresh may add or remove rows.
  useEffect(read);

  const run = (verb: Parameters<ChangeSelected>[0], text?: string) => {
    setBusy(true);
    startTransition(async () => {
      try {
        toast(await change(verb, chosen, text));
        check(false);
      } catch {
        toast("Tattle could not be reached. Try again.");
      } finally {
        setBusy(false);
      }
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
        <SelectionToolbar count={chosen.length} isBusy={isBusy} run={run} clear={() => check(false)} />
      )}
    </>
  );
}
