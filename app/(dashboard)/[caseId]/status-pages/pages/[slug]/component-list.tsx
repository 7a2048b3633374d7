"use client";

import clsx from "clsx";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type Picked, TAG_MARK } from "@/components/snitches/selection/picked";
import { SnitchSearch } from "@/components/snitches/selection/snitch-search";
import { Button } from "@/components/ui/button";
import { describedBy, Labelled } from "@/components/ui/field";
import { useFormField } from "@/components/ui/form-state";
import { INPUT } from "@/components/ui/input";
import { CHOOSE_EVENT } from "@/components/ui/use-draft";
import { cut } from "@/lib/rules/cut";
import { MAX_PUBLIC_NAME } from "@/lib/rules/limits";
import type { PresentedPage } from "@/lib/status-pages/present-page";
import { ComponentRow } from "./component-row";
import {
  addTo,
  formatRows,
  hasSameText,
  type KeyedRow,
  moveBy,
  moveTo,
  parseRows,
  type Row,
  toRows,
} from "./component-rows";

let count = 0;
const withKey = (row: Row): KeyedRow => ({ ...row, key: count++ });

const LABEL = "The list";

type ComponentListProps = {
  caseId: string;
  groups: PresentedPage["groups"];
  /** The names of its snitches in the case, by token. */
  names: Record<string, string>;
  tags: string[];
};

/** The groups and components of a page in their order, with the names that everyone sees. Its value is one field, so that drafts keep it. */
export function ComponentList({ caseId, groups, names, tags }: ComponentListProps) {
  const id = useId();
  const value = useRef<HTMLInputElement>(null);
  const { error, entry } = useFormField("groups", LABEL);
  const [rows, setRows] = useState(() =>
    (entry === undefined ? toRows(groups) : parseRows(entry)).map(withKey),
  );
  const [picked, setPicked] = useState(names);
  const [change, setChange] = useState("");
  const [added, setAdded] = useState<number>();
  const [groupKey, setGroupKey] = useState<number>();
  const [drag, setDrag] = useState<{ from: number; to: number }>();
  const [seen, setSeen] = useState(groups);
  const latest = toRows(groups);
  const headings = rows.filter(({ kind }) => kind === "group");
  const group = headings.find(({ key }) => key === groupKey) ?? headings.at(-1);
  if (formatRows(latest) !== formatRows(toRows(seen))) {
    setSeen(groups);
    // What was saved has ids now. What is not saved yet stays, whatever others have saved.
    if (hasSameText(rows, latest))
      setRows(latest.map((row, i) => ({ ...row, key: rows[i]?.key ?? count++ })));
    else if (hasSameText(rows, toRows(seen))) setRows(latest.map(withKey));
  }

  const save = (next: KeyedRow[], said = "") => {
    flushSync(() => {
      setRows(next);
      setChange(said);
    });
    value.current?.dispatchEvent(new Event(CHOOSE_EVENT, { bubbles: true }));
  };
  const add = (row: Row) => {
    const next = withKey(row);
    setAdded(next.key);
    const isGroup = row.kind === "group";
    if (isGroup) setGroupKey(next.key);
    save(addTo(rows, next, isGroup ? undefined : group));
  };
  const pick = ({ token, name }: Picked) => {
    setPicked({ ...picked, [token]: name });
    const tag = token.startsWith(TAG_MARK) && token.slice(TAG_MARK.length);
    const row: Row = {
      kind: "component",
      name: cut(tag || name, MAX_PUBLIC_NAME),
      ...(tag ? { tag } : { snitch: token }),
    };
    save(addTo(rows, withKey(row), group), `Added ${name}.`);
  };
  const drop = (event: React.DragEvent) => {
    // Not into the field below the pointer.
    event.preventDefault();
    if (drag) save(moveTo(rows, drag.from, drag.to));
    setDrag(undefined);
  };
  const describeSubject = (row: Row) => {
    if (row.kind === "group") return "group";
    if (row.tag !== undefined) return `${TAG_MARK}${row.tag}`;
    return row.snitch === undefined ? "External service" : (picked[row.snitch] ?? row.snitch);
  };

  return (
    <div className="grid gap-3 noscript:hidden">
      {/* Holds the value. Not of the type hidden, because drafts leave those out. */}
      <input
        ref={value}
        hidden
        name="groups"
        value={formatRows(rows)}
        onChange={(event) => setRows(parseRows(event.target.value).map(withKey))}
      />
      <p className="text-sm font-medium">Components</p>
      {rows.length > 0 && (
        <ol aria-label="Components" className="grid" onDrop={drop}>
          {rows.map((row, i) => (
            <ComponentRow
              key={row.key}
              row={row}
              subject={describeSubject(row)}
              isAdded={row.key === added}
              isRefused={error !== undefined && row.kind === "component" && row.name.trim() === ""}
              place={
                drag &&
                (drag.to === i ? "before" : i === rows.length - 1 && drag.to > i ? "after" : undefined)
              }
              rename={(name) => save(rows.map((each, j) => (i === j ? { ...each, name } : each)))}
              move={(by) => {
                const next = moveBy(rows, i, by);
                save(next, `${row.name} is number ${next.indexOf(row) + 1} of ${rows.length}.`);
              }}
              remove={() => {
                save(rows.toSpliced(i, 1), `Removed ${row.name}.`);
                document.getElementById(id)?.focus();
              }}
              dragFrom={(isDragged) => setDrag(isDragged ? { from: i, to: i } : undefined)}
              dragOver={drag && ((isBelow) => setDrag({ ...drag, to: isBelow ? i + 1 : i }))}
            />
          ))}
        </ol>
      )}
      <div className={clsx("grid items-start gap-2", headings.length > 1 && "sm:grid-cols-[2fr_1fr]")}>
        <Labelled id={id} label="Add a snitch or a tag" error={error}>
          <SnitchSearch
            {...describedBy(id, undefined, error)}
            // The first field with an error is focused.
            aria-invalid={error && !rows.some(({ name }) => name.trim() === "") ? true : undefined}
            caseId={caseId}
            id={id}
            tags={tags}
            placeholder="Find a snitch or a tag…"
            isLeftOut={(token) =>
              rows.some(
                (row) =>
                  row.kind === "component" && (row.snitch === token || `${TAG_MARK}${row.tag}` === token),
              )
            }
            pick={pick}
            change={change}
          />
        </Labelled>
        {headings.length > 1 && (
          <Labelled id={`${id}-group`} label="In the group">
            <select
              id={`${id}-group`}
              value={group?.key}
              onChange={({ target }) => setGroupKey(Number(target.value))}
              className={`${INPUT} h-9 pr-8`}
            >
              {headings.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name || "Unnamed"}
                </option>
              ))}
            </select>
          </Labelled>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => add({ kind: "group", name: "" })}>Add Group</Button>
        <Button onClick={() => add({ kind: "component", name: "" })}>Add External Service</Button>
      </div>
      <p className="text-sm text-ink-quiet">
        An external service has no jobs here. Its state comes from your updates.
      </p>
    </div>
  );
}
