"use client";

import clsx from "clsx";
import { startTransition, useEffect, useRef } from "react";
import { SEVERITY_WORDS } from "@/components/incident-words";
import { openMenu, useKeys } from "@/components/keys";
import { currentRow, moveInRows } from "@/components/move-in-rows";
import { MuteMenu } from "@/components/mute/mute-menu";
import { type FormAction, type FormState, Submit, useForm } from "@/components/ui/form";
import { Check } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import type { IncidentSection, ShownIncident } from "./incident-row";

type BulkState = FormState & { result?: string };

/** A group of choices without scripts. `value`: verb and end, as “snooze:1_hour”. */
export type MuteOptions = { title: string; options: { value: string; words: string }[] };

type IncidentSectionsProps = {
  caseUrl: string;
  sections: IncidentSection[];
  /** Whether j and k move in it: one list of a page has them. */
  hasKeys?: boolean;
  /** Changes the selected incidents; absent for those who may not. `mutes`: the choices without scripts, in this zone. */
  bulk?: { action: FormAction<BulkState>; mutes: MuteOptions[]; zone: string } | undefined;
};

/**
 * The list of incidents. It is a form whose boxes select them, so that it works without scripts. With scripts: j and k move, x selects,
 * X selects all, a acknowledges and s mutes what is selected, or else the incident with the focus. It is a client component, because
 * the page then sends its data alone.
 */
export function IncidentSections({ caseUrl, sections, bulk, hasKeys = true }: IncidentSectionsProps) {
  const isTitled = sections.length > 1 || sections[0]?.title === "Acknowledged";
  const lists = sections.map(({ title, incidents }) => (
    <section key={title} aria-label={title}>
      {isTitled && (
        <h2 className="pt-5 pb-1.5 text-sm font-semibold">
          <bdi>{title}</bdi>{" "}
          <span className="pl-1 font-normal text-ink-quiet tabular-nums">{incidents.length}</span>
        </h2>
      )}
      <ol aria-label={title} className="incidents">
        {incidents.map((incident) => (
          <Row key={incident.id} incident={incident} caseUrl={caseUrl} isSelectable={bulk !== undefined} />
        ))}
      </ol>
    </section>
  ));
  if (!bulk)
    return (
      <>
        {lists}
        {hasKeys && <MoveKeys />}
      </>
    );
  return <BulkForm {...bulk}>{lists}</BulkForm>;
}

type RowProps = { incident: ShownIncident; caseUrl: string; isSelectable: boolean };

/** An incident on a line. Its classes are in `app/components.css`. */
const Row = ({ incident, caseUrl, isSelectable }: RowProps) => {
  const { id, name, severity = "critical", cause, openedAt, since, notes, mark } = incident;
  return (
    <li>
      {isSelectable && <Select name="incident" value={id} label={`Select ${name}`} />}
      <span className={`severity ${severity}`}>{SEVERITY_WORDS[severity]}</span>
      <Link href={`${caseUrl}/incidents/${id}`} className="job">
        <bdi>{name}</bdi>
      </Link>
      <span className="cause">{cause}</span>
      {notes && <span className="notes">{notes}</span>}
      <time className="since" dateTime={openedAt}>
        {since}
      </time>
      {mark ? (
        <span className={clsx("delivery", mark.why && "bad")} title={mark.why}>
          {mark.words}
        </span>
      ) : (
        <span className="delivery good" role="img" aria-label="Delivered">
          ✓
        </span>
      )}
    </li>
  );
};

type SelectProps = { label: string; name: string; value?: string; className?: string };

const Select = ({ label, className, ...box }: SelectProps) => (
  <label className={clsx("incident-select", className)}>
    <input type="checkbox" {...box} aria-label={label} />
  </label>
);

const ROWS = ".incidents > li";
const BOX = 'input[name="incident"]';
const findCurrentBox = () => currentRow(ROWS)?.querySelector<HTMLInputElement>(BOX);

const MOVES = { j: () => moveInRows(ROWS, 1), k: () => moveInRows(ROWS, -1) };

function MoveKeys() {
  useKeys(MOVES);
  return null;
}

const listBoxes = (form: HTMLFormElement | null) => [
  ...(form?.querySelectorAll<HTMLInputElement>(BOX) ?? []),
];

type BulkFormProps = NonNullable<IncidentSectionsProps["bulk"]> & { children: React.ReactNode };

function BulkForm({ action, mutes, zone, children }: BulkFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  const [state, submit] = useForm<BulkState>(action);
  const boxes = () => listBoxes(ref.current);
  const readAll = () => {
    const all = ref.current?.querySelector<HTMLInputElement>('input[name="all"]');
    const count = boxes().filter(({ checked }) => checked).length;
    if (!all) return;
    all.checked = count > 0 && count === boxes().length;
    all.indeterminate = count > 0 && !all.checked;
  };
  const check = (isOn: boolean) => {
    for (const box of boxes()) box.checked = isOn;
    readAll();
  };
  // A refresh may add or remove rows.
  useEffect(readAll);
  useEffect(() => {
    if (state.error) ref.current?.querySelector<HTMLElement>("[role=alert]")?.focus();
    // What was changed is not changed again by the next key.
    else if (state.result) for (const box of listBoxes(ref.current)) box.checked = false;
  }, [state]);
  /** Selects the incident with the focus if none is selected. */
  const selectCurrent = () => {
    const box = findCurrentBox();
    if (box && boxes().every(({ checked }) => !checked)) box.checked = true;
    readAll();
  };
  const send = (fields: Record<string, string>) => {
    if (!ref.current) return;
    const form = new FormData(ref.current);
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    startTransition(() => submit(form));
  };
  const selectAll = () => check(boxes().some(({ checked }) => !checked));
  useKeys({
    ...MOVES,
    x: () => findCurrentBox()?.click(),
    X: selectAll,
    a: () => {
      selectCurrent();
      send({ verb: "acknowledge" });
    },
    s: () => {
      selectCurrent();
      openMenu(document.querySelector('[data-hotkey="s"]'));
    },
  });
  return (
    <form
      ref={ref}
      action={submit}
      autoComplete="off"
      onChange={({ target }) => {
        const box = target as EventTarget as HTMLInputElement;
        if (box.name === "all") check(box.checked);
        else readAll();
      }}
    >
      <div className="incidents-bar">
        <Select name="all" label="Select all incidents on this page" className="noscript:hidden" />
        <Submit look="plain" busy="Acknowledging…" name="verb" value="acknowledge">
          <Check aria-hidden />
          Acknowledge
        </Submit>
        <MuteMenu
          hotkey="s"
          snooze={(until) => send({ verb: "snooze", until })}
          pause={(until) => send({ verb: "pause", until })}
        />
        <noscript>
          <input type="hidden" name="zone" value={zone} />
          <select
            name="mute"
            aria-label="Mute until"
            className="h-8 rounded-md border border-line bg-surface px-2 text-sm"
          >
            {mutes.map(({ title, options }) => (
              <optgroup key={title} label={title}>
                {options.map(({ value, words }) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>{" "}
          <Submit look="plain" busy="Muting…" name="verb" value="mute">
            Mute
          </Submit>
        </noscript>
        <span aria-live="polite" className="text-sm text-ink-quiet">
          {state.result}
        </span>
        {state.error && (
          <p role="alert" tabIndex={-1} className="text-sm text-failed">
            {state.validations?.[0] ? `The time ${state.validations[0].message}.` : state.error}
          </p>
        )}
      </div>
      {children}
    </form>
  );
}
