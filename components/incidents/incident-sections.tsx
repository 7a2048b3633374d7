"use client";

import clsx from "clsx";
import { startTransition, useEffect, useId, useRef, useState } from "react";
import { SEVERITY_WORDS } from "@/components/incident-words";
import { openMenu, useKeys } from "@/components/keys";
import { currentRow, moveInRows } from "@/components/move-in-rows";
import { MuteMenu } from "@/components/mute/mute-menu";
import { Button } from "@/components/ui/button";
import { type FormAction, type FormState, Submit, useForm } from "@/components/ui/form";
import { Check, X } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { toast } from "@/components/ui/toast";
import type { IncidentSection, ShownIncident } from "./incident-row";

type BulkState = FormState & { result?: string };

/** A group of choices without scripts. `value`: verb and end, as “snooze:1_hour”. */
export type MuteOptions = { title: string; options: { value: string; words: string }[] };

type IncidentSectionsProps = {
  caseUrl: string;
  sections: IncidentSection[];
  areGroupsOpen?: boolean;
  /** Whether j and k move in it: one list of a page has them. */
  hasKeys?: boolean;
  /** Changes the selected incidents; absent for those who may not. `mutes`: the choices without scripts, in this zone. */
  bulk?: { action: FormAction<BulkState>; mutes: MuteOptions[]; zone: string } | undefined;
};

/** The ids of the selected incidents, and what selects others. Absent for those who may change none. */
type Choosing = { chosen: Set<string>; choose: (ids: string[], isOn: boolean) => void } | undefined;

/**
 * The list of incidents: lines that open to groups, and rows. It is a form whose boxes and buttons work without scripts. With
 * scripts: j and k move, x selects, X selects all, a acknowledges and s mutes what is selected, or else the incident or the group with
 * the focus. It is a client component, because the page then sends its data alone.
 */
export function IncidentSections({ bulk, hasKeys = true, ...lists }: IncidentSectionsProps) {
  if (bulk) return <BulkForm {...bulk} {...lists} />;
  return (
    <>
      <Sections {...lists} />
      {hasKeys && <MoveKeys />}
    </>
  );
}

type SectionsProps = Pick<IncidentSectionsProps, "caseUrl" | "sections" | "areGroupsOpen"> & {
  choosing?: Choosing;
};

const listIds = (incidents: ShownIncident[]) => incidents.map(({ id }) => id);

function Sections({ caseUrl, sections, areGroupsOpen = false, choosing }: SectionsProps) {
  const all = sections.flatMap(({ incidents }) => incidents);
  const isTitled = sections.filter(({ isGroup }) => !isGroup).length > 1;
  return (
    <>
      <div className="incidents-head">
        {choosing && <Select ids={listIds(all)} label="Select all incidents on this page" {...choosing} />}
        {all.some(({ severity }) => severity) && <span className="severity">Severity</span>}
        <span className="job">Snitch</span>
        <span className="cause">Cause</span>
        <span className="since">Since</span>
        <span className="delivery">Alerts</span>
      </div>
      {sections.map(({ title, incidents, isGroup }) =>
        isGroup ? (
          <Group
            key={`group ${title} ${areGroupsOpen}`}
            {...{ title, incidents, caseUrl, choosing }}
            isOpenAtFirst={areGroupsOpen}
          />
        ) : (
          <section key={title} aria-label={title}>
            {(isTitled || title === "Acknowledged") && (
              <h2 className="pt-5 pb-1.5 text-sm font-semibold">
                {title}{" "}
                <span className="pl-1 font-normal text-ink-quiet tabular-nums">{incidents.length}</span>
              </h2>
            )}
            <Rows {...{ title, incidents, caseUrl, choosing }} />
          </section>
        ),
      )}
    </>
  );
}

type RowsProps = { title: string; incidents: ShownIncident[]; caseUrl: string; choosing: Choosing };

const Rows = ({ title, incidents, ...shared }: RowsProps) => (
  <ol aria-label={title} className="incidents">
    {incidents.map((incident) => (
      <Row key={incident.id} incident={incident} {...shared} />
    ))}
  </ol>
);

/** What incidents have in common, in one line, which opens. Its rows are rendered only then. */
function Group({ isOpenAtFirst, ...rows }: RowsProps & { isOpenAtFirst: boolean }) {
  const { title, incidents, choosing } = rows;
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const id = useId();
  const ids = listIds(incidents);
  const oldest = incidents.reduce((one, other) => (other.openedAt < one.openedAt ? other : one));
  const mark = incidents.find(({ mark }) => mark?.hasFailed)?.mark;
  return (
    <section aria-label={title}>
      <div className="incident-group" data-row={title} data-ids={ids.join(" ")}>
        {choosing && <Select ids={ids} label={`Select all of ${title}`} {...choosing} />}
        <h2>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            title={title}
            onClick={() => setOpen(!isOpen)}
          >
            <bdi>{title}</bdi>
            <span className="count">– {incidents.length}</span>
          </button>
        </h2>
        {choosing && (
          <Submit look="plain" busy="Acknowledging…" name="acknowledge" value={ids.join(" ")}>
            Acknowledge {incidents.length}
          </Submit>
        )}
        <Since incident={oldest} />
        <Delivery mark={mark} />
      </div>
      <div id={id}>{isOpen && <Rows {...rows} />}</div>
    </section>
  );
}

/** An incident on a line. Its classes are in `app/components.css`. */
const Row = ({
  incident,
  caseUrl,
  choosing,
}: { incident: ShownIncident } & Omit<RowsProps, "title" | "incidents">) => {
  const { id, name, severity, cause, notes } = incident;
  return (
    <li data-row={id} data-ids={id}>
      {choosing && <Select name="incident" value={id} ids={[id]} label={`Select ${name}`} {...choosing} />}
      {severity && <span className={`severity ${severity}`}>{SEVERITY_WORDS[severity]}</span>}
      <Link href={`${caseUrl}/incidents/${id}`} className="job">
        <bdi>{name}</bdi>
      </Link>
      <span className="cause" title={cause}>
        {cause}
      </span>
      {notes && <span className="notes">{notes}</span>}
      <Since incident={incident} />
      <Delivery mark={incident.mark} isDelivered={!incident.mark} />
    </li>
  );
};

const Since = ({ incident: { openedAt, since } }: { incident: ShownIncident }) => (
  <time className="since" dateTime={openedAt}>
    {since}
  </time>
);

const Delivery = ({ mark, isDelivered }: { mark: ShownIncident["mark"]; isDelivered?: boolean }) =>
  isDelivered ? (
    <span className="delivery good" role="img" aria-label="Delivered">
      ✓
    </span>
  ) : (
    <span className={clsx("delivery", mark?.hasFailed && "bad")} title={mark?.why}>
      {mark?.words}
    </span>
  );

type SelectProps = NonNullable<Choosing> & { ids: string[]; label: string; name?: string; value?: string };

/** A box for one incident or for several. */
function Select({ ids, label, chosen, choose, ...box }: SelectProps) {
  const count = ids.filter((id) => chosen.has(id)).length;
  const isOn = count > 0 && count === ids.length;
  return (
    <label className={clsx("incident-select", !box.name && "noscript:invisible")}>
      <input
        {...box}
        type="checkbox"
        aria-label={label}
        checked={isOn}
        ref={(input) => {
          if (input) input.indeterminate = count > 0 && !isOn;
        }}
        onChange={() => choose(ids, !isOn)}
      />
    </label>
  );
}

const ROWS = "[data-row]";

const MOVES = { j: () => moveInRows(ROWS, 1), k: () => moveInRows(ROWS, -1) };

function MoveKeys() {
  useKeys(MOVES);
  return null;
}

const readIds = () => currentRow(ROWS)?.dataset.ids?.split(" ") ?? [];

/** The rows after the one with the focus, nearest first, and then those before it. */
function listNextRows(): string[] {
  const all = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const current = currentRow(ROWS);
  const at = current ? all.indexOf(current) : all.length;
  return [...all.slice(at + 1), ...all.slice(0, at).reverse()].map(({ dataset }) => dataset.row ?? "");
}

type BulkFormProps = NonNullable<IncidentSectionsProps["bulk"]> & SectionsProps;

function BulkForm({ action, mutes, zone, ...lists }: BulkFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  /** Where the focus goes once what it was on has changed. */
  const next = useRef<string[]>([]);
  const [state, submit] = useForm<BulkState>(action);
  const [chosen, setChosen] = useState(new Set<string>());
  const all = [...new Set(lists.sections.flatMap(({ incidents }) => listIds(incidents)))];
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
      <noscript>
        <div className="flex flex-wrap items-center gap-2 pb-2">
          {state.result}
          <Submit look="plain" busy="Acknowledging…" name="verb" value="acknowledge">
            Acknowledge
          </Submit>
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
          </select>
          <Submit look="plain" busy="Muting…" name="verb" value="mute">
            Mute
          </Submit>
        </div>
      </noscript>
      <Sections {...lists} choosing={{ chosen, choose }} />
      {selected.length > 0 && (
        <div role="toolbar" aria-label="Selected incidents" className="incidents-bar afloat">
          <span aria-live="polite" className="px-2 text-sm whitespace-nowrap tabular-nums">
            {selected.length} selected
          </span>
          <Button look="bare" onClick={acknowledge}>
            <Check aria-hidden />
            Acknowledge
          </Button>
          <MuteMenu
            look="bare"
            hotkey="s"
            snooze={(until) => send(selected, { verb: "snooze", until })}
            pause={(until) => send(selected, { verb: "pause", until })}
          />
          <Button
            look="bare"
            className="px-2!"
            aria-label="Clear the selection"
            onClick={() => choose(all, false)}
          >
            <X aria-hidden />
          </Button>
        </div>
      )}
    </form>
  );
}
