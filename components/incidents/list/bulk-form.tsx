import clsx from "clsx";
import { startTransition, useEffect, useRef, useState } from "react";
import { openMenu, useKeys } from "@/components/keys";
import { type FormAction, type FormState, Submit, useForm } from "@/components/ui/form";
import { toast } from "@/components/ui/toast";
import { listNextRows, MOVES, readIds } from "./row-keys";
import { listIds, Sections, type SectionsProps } from "./sections";
import { SelectionBar } from "./selection-bar";

type BulkState = FormState & { result?: string };

/** What changes the selected incidents. `mutes`: the choices without scripts, in this zone. */
export type Bulk = { action: FormAction<BulkState>; mutes: MuteOptions[]; zone: string };

/** The list as a form, whose boxes and buttons work without scripts. */
export function BulkForm({ action, mutes, zone, ...lists }: Bulk & SectionsProps) {
  const ref = useRef<HTMLFormElement>(null);
  /** Where the focus goes once what it was on has changed. */
  const next = useRef<string[]>([]);
  const [state, submit] = useForm<BulkState>(action);
  const [chosen, setChosen] = useState(new Set<string>());
  const all = listIds(lists.sections);
  const selected = all.filter((id) => chosen.has(id));
  useEffect(() => {
    if (state.error) ref.current?.querySelector<HTMLElement>("[role=alert]")?.focus();
    if (!state.result) return;
    toast(state.result);
    // What was changed is not changed again by the next key.
    setChosen(new Set());
    const row = next.current
      .map((key) => ref.current?.querySelector(`[data-row="${CSS.escape(key)}"]`))
      .find((element) => element);
    next.current = [];
    row?.querySelector<HTMLElement>("a, [aria-expanded]")?.focus();
  }, [state]);
  const choose = (ids: string[], isOn: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      for (const id of ids) isOn ? after.add(id) : after.delete(id);
      return after;
    });
  const send = (ids: string[], fields: Record<string, string>) => {
    const form = new FormData();
    for (const id of ids) form.append("incident", id);
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    next.current = listNextRows();
    startTransition(() => submit(form));
  };
  const toggle = (ids: string[]) =>
    choose(
      ids,
      ids.some((id) => !chosen.has(id)),
    );
  const toggleAll = () => toggle(all);
  const acknowledge = () => {
    const ids = selected.length > 0 ? selected : readIds();
    if (ids.length > 0) send(ids, { verb: "acknowledge" });
  };
  useKeys({
    ...MOVES,
    x: () => toggle(readIds()),
    X: toggleAll,
    a: acknowledge,
    s: () => {
      if (selected.length === 0) choose(readIds(), true);
      // The button is there once something is selected.
      setTimeout(() => openMenu(document.querySelector('[data-hotkey="s"]')));
    },
  });
  return (
    <form ref={ref} action={submit} autoComplete="off" className={clsx(selected.length > 0 && "pb-14")}>
      {state.error && (
        <p role="alert" tabIndex={-1} className="text-sm text-failed">
          {state.validations?.[0] ? `The time ${state.validations[0].message}.` : state.error}
        </p>
      )}
      <NoScriptBar mutes={mutes} zone={zone} result={state.result} />
      <Sections {...lists} choosing={{ chosen, choose }} />
      {selected.length > 0 && (
        <SelectionBar
          count={selected.length}
          acknowledge={acknowledge}
          snooze={(until) => send(selected, { verb: "snooze", until })}
          pause={(until) => send(selected, { verb: "pause", until })}
          clear={() => choose(all, false)}
        />
      )}
    </form>
  );
}

/** A group of choices without scripts. `value`: verb and end, as “snooze:1_hour”. */
type MuteOptions = { title: string; options: { value: string; label: string }[] };

type NoScriptBarProps = { mutes: MuteOptions[]; zone: string; result: string | undefined };

/** Without scripts: what was done, and the buttons for the selected incidents. */
const NoScriptBar = ({ mutes, zone, result }: NoScriptBarProps) => (
  <noscript>
    <div className="flex flex-wrap items-center gap-2 pb-2">
      {result}
      <Submit look="plain" busy="Acknowledging…" name="verb" value="acknowledge">
        Acknowledge
      </Submit>
      <input type="hidden" name="zone" value={zone} />
      <select
        name="mute"
        aria-label="Snooze or pause until"
        className="h-8 rounded-md border border-line bg-surface px-2 text-sm"
      >
        {mutes.map(({ title, options }) => (
          <optgroup key={title} label={title}>
            {options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <Submit look="plain" busy="Saving…" name="verb" value="mute">
        Snooze or Pause
      </Submit>
    </div>
  </noscript>
);
