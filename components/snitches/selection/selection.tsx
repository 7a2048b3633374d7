"use client";

import dynamic from "next/dynamic";
import { useEffect, useRef, useState } from "react";
import type { FormState } from "@/components/ui/form";
import { orNothing } from "@/components/ui/or-nothing";
import { toast } from "@/components/ui/toast";
import { CONDITIONAL_ACTIONS } from "./applicable";
import { type BulkAction, type BulkReport, changeInBatches } from "./bulk-change";

// Loaded only when something is selected.
const SelectionToolbar = dynamic(() => orNothing(import("./selection-toolbar")), { ssr: false });
const RefusedDialog = dynamic(() => orNothing(import("@/components/snitches/refused-dialog")), {
  ssr: false,
});

const boxesIn = (container: HTMLElement | null) => [
  ...(container?.querySelectorAll<HTMLInputElement>('input[name="token"]') ?? []),
];

type SelectionProps = {
  action: BulkAction;
  /** The filters of the list as a query, and how many snitches match them on all pages. */
  query: string;
  found: number;
  defaultRecipients: string;
  /** Those of the case, which the selected snitches can be given. */
  channels: { id: string; name: string }[];
  children: React.ReactNode;
};

/**
 * Bulk actions on the rows of a page, or on all snitches that match the filters. The selection lives in the checkboxes, so that
 * a refresh keeps it.
 */
export function Selection({ action, query, found, children, ...choices }: SelectionProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<string[]>([]);
  /** What at least one of the chosen rows can take. */
  const [actions, setActions] = useState("");
  /** The filters whose matches are selected on all pages; others end that. */
  const [allOf, setAllOf] = useState<string | null>(null);
  const [progress, setProgress] = useState<{ tried: number; total: number } | null>(null);
  /** The snitches that an edit left as they were. */
  const [report, setReport] = useState<BulkReport | null>(null);
  const isStopped = useRef(false);
  const isAll = allOf === query && chosen.length > 0;

  const read = () => {
    const boxes = boxesIn(ref.current);
    const selection = boxes.filter(({ checked }) => checked);
    const tokens = [...new Set(selection.map(({ value }) => value))];
    const all = ref.current?.querySelector<HTMLInputElement>('input[name="all"]');
    if (all) {
      all.checked = boxes.length > 0 && boxes.every(({ checked }) => checked);
      all.indeterminate = tokens.length > 0 && !all.checked;
    }
    setActions(selection.map(({ dataset }) => dataset.actions).join(" "));
    setChosen((before) => (before.join() === tokens.join() ? before : tokens));
  };
  const check = (isOn: boolean) => {
    for (const box of boxesIn(ref.current)) box.checked = isOn;
    read();
  };
  // A refresh may add or remove rows.
  useEffect(() => (isAll ? check(true) : read()));
  const count = isAll ? found : chosen.length;
  useWarning(progress !== null);

  const clear = () => {
    setAllOf(null);
    check(false);
  };
  const change = async (form: FormData): Promise<FormState> => {
    if (isAll) {
      form.set("query", query);
      form.set("shown", String(found));
    } else {
      for (const token of chosen) form.append("token", token);
    }
    isStopped.current = false;
    // The list may change meanwhile, and with it the count.
    const total = count;
    setProgress({ tried: 0, total });
    const { report, ...state } = await changeInBatches(action, form, {
      onProgress: (tried) => setProgress({ tried, total }),
      isStopped: () => isStopped.current,
    });
    setProgress(null);
    if (report === undefined) return state;
    if (form.get("verb") === "edit" && report.refused.length > 0) setReport(report);
    else toast(report.sentence);
    clear();
    return { done: true };
  };

  return (
    <>
      <div
        ref={ref}
        onChange={({ target }) => {
          const box = target as EventTarget as HTMLInputElement;
          if (!box.checked) setAllOf(null);
          if (box.name === "all") return check(box.checked);
          // A list by tag shows a snitch once for each of its tags.
          for (const twin of boxesIn(ref.current)) if (twin.value === box.value) twin.checked = box.checked;
          read();
        }}
      >
        {children}
      </div>
      {(chosen.length > 0 || progress) && (
        <SelectionToolbar
          count={count}
          found={found}
          progress={progress}
          // What the rows of other pages can take is unknown.
          actions={CONDITIONAL_ACTIONS.filter((action) => isAll || actions.split(" ").includes(action))}
          {...choices}
          change={change}
          selectAll={() => {
            setAllOf(query);
            check(true);
          }}
          clear={clear}
          stop={() => {
            isStopped.current = true;
          }}
        />
      )}
      {report && <RefusedDialog {...report} close={() => setReport(null)} />}
    </>
  );
}

/** Asks before the page is left while a change is under way, because the rest would stay as it is. */
function useWarning(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isBusy]);
}
