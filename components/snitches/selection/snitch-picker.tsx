"use client";

import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { describedBy, Labelled } from "@/components/ui/field";
import { useFormField } from "@/components/ui/form-state";
import { X } from "@/components/ui/icons";
import { INPUT } from "@/components/ui/input";
import { CHOOSE_EVENT } from "@/components/ui/use-draft";
import { describePicked, formatPicked, type Picked, parsePicked, textField } from "./picked";
import { SnitchSearch } from "./snitch-search";

type SnitchPickerProps = {
  caseId: string;
  /** The attribute that an error names, and the field with what is picked. */
  name: string;
  label: string;
  hint?: string;
  placeholder?: string;
  picked: Picked[];
  /** The token of a snitch that cannot be picked. */
  except?: string | null;
  /** Tags that can be picked, too. */
  tags?: string[];
};

/**
 * A field that names snitches of a case: it finds them while one types, and shows those that are picked as chips. Without
 * JavaScript it is a text field for names or tokens.
 */
export function SnitchPicker(props: SnitchPickerProps) {
  const { name, label, hint, picked, tags } = props;
  const { error } = useFormField(name, label);
  const { entry } = useFormField(textField(name), label);
  const id = useId();
  const textHint = [hint, `Names or tokens${tags ? ", or #tags" : ""}, separated by commas.`]
    .filter(Boolean)
    .join(" ");
  return (
    <>
      <div className="noscript:hidden">
        <Picker {...props} error={error} />
      </div>
      <noscript>
        <Labelled id={id} label={label} hint={textHint} error={error}>
          <input
            {...describedBy(id, textHint, error)}
            id={id}
            name={textField(name)}
            defaultValue={entry ?? describePicked(picked)}
            className={`${INPUT} h-9`}
          />
        </Labelled>
      </noscript>
    </>
  );
}

function Picker({
  name,
  label,
  hint,
  picked: initial,
  except,
  error,
  ...search
}: SnitchPickerProps & { error?: string }) {
  const id = useId();
  const value = useRef<HTMLInputElement>(null);
  const [picked, setPicked] = useState(initial);
  const [change, setChange] = useState("");

  const save = (next: Picked[], said: string) => {
    flushSync(() => {
      setPicked(next);
      setChange(said);
    });
    value.current?.dispatchEvent(new Event(CHOOSE_EVENT, { bubbles: true }));
    document.getElementById(id)?.focus();
  };
  const remove = (snitch: Picked) =>
    save(
      picked.filter(({ token }) => token !== snitch.token),
      `Removed ${snitch.name}.`,
    );
  const last = picked.at(-1);

  return (
    <div className="grid gap-1.5">
      <Labelled id={id} label={label} hint={hint} error={error}>
        <input
          ref={value}
          type="hidden"
          data-kept
          name={name}
          value={formatPicked(picked)}
          onInput={({ currentTarget }) => setPicked(parsePicked(currentTarget.value))}
        />
        <Chips label={label} picked={picked} remove={remove} />
        <SnitchSearch
          {...search}
          {...describedBy(id, hint, error)}
          id={id}
          isLeftOut={(token) => token === except || picked.some((one) => one.token === token)}
          pick={({ token, name }) => save([...picked, { token, name }], `Added ${name}.`)}
          removeLast={last && (() => remove(last))}
          change={change}
        />
      </Labelled>
    </div>
  );
}

type ChipsProps = { label: string; picked: Picked[]; remove: (snitch: Picked) => void };

const Chips = ({ label, picked, remove }: ChipsProps) =>
  picked.length > 0 && (
    <ul aria-label={`${label}: chosen snitches`} className="flex flex-wrap gap-1.5">
      {picked.map((snitch) => (
        <li
          key={snitch.token}
          className="inline-flex min-h-7 max-w-full items-center rounded-md border border-line bg-surface-quiet pl-2.5 text-sm"
        >
          <bdi className="min-w-0 py-1 wrap-anywhere">{snitch.name}</bdi>
          <button
            type="button"
            aria-label={`Remove ${snitch.name}`}
            onClick={() => remove(snitch)}
            className="grid size-7 shrink-0 place-items-center rounded-md text-ink-quiet hover:text-ink"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
