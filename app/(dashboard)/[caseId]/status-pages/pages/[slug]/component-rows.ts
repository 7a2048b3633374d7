import type { PresentedPage } from "@/lib/status-pages/present-page";

/**
 * A line of the editor: the heading of a group, or a component of the group above it, which represents a job, for all jobs with a tag, or for
 * something of others.
 */
export type Row = { kind: "group" | "component"; name: string; id?: string; snitch?: string; tag?: string };

/** `key`: the same row after it has moved. */
export type KeyedRow = Row & { key: number };

const PARTS = ["id", "snitch", "tag"] as const;

export const toRows = (groups: PresentedPage["groups"]): Row[] =>
  groups.flatMap(({ name, components }): Row[] => [
    ...(name === "" ? [] : [{ kind: "group" as const, name }]),
    ...components.map((component) => ({ kind: "component" as const, ...component })),
  ]);

/** The groups of these rows, as the API has them. */
export function toGroups(rows: Row[]) {
  const groups: { name: string; components: Omit<Row, "kind">[] }[] = [];
  for (const { kind, ...row } of rows) {
    if (kind === "group" || groups.length === 0)
      groups.push({ name: kind === "group" ? row.name : "", components: [] });
    if (kind === "component") groups.at(-1)?.components.push(row);
  }
  return groups;
}

/** The value of a field with these rows: a query, which can be read whatever people make of it. */
export const formatRows = (rows: Row[]): string =>
  new URLSearchParams(
    rows.flatMap((row) => [
      [row.kind, row.name],
      ...PARTS.flatMap((part) => (row[part] === undefined ? [] : [[part, row[part]]])),
    ]),
  ).toString();

export function parseRows(value: string): Row[] {
  const rows: Row[] = [];
  for (const [key, text] of new URLSearchParams(value)) {
    const last = rows.at(-1);
    const part = PARTS.find((each) => each === key);
    if (key === "group" || key === "component") rows.push({ kind: key, name: text });
    else if (last?.kind === "component" && part) last[part] = text;
  }
  return rows;
}

/** Whether the rows are the same but for the ids of components. */
export function hasSameText(one: Row[], other: Row[]): boolean {
  const [text, otherText] = [one, other].map((rows) => formatRows(rows.map(({ id: _, ...row }) => row)));
  return text === otherText;
}

/** Where the rows end that move together with this one: a heading takes its components along. */
function findEnd(rows: Row[], index: number): number {
  if (rows[index]?.kind !== "group") return index + 1;
  const next = rows.findIndex(({ kind }, i) => i > index && kind === "group");
  return next < 0 ? rows.length : next;
}

/** The same rows with another one at the end of this group, by default the last. */
export const addTo = <Each extends Row>(rows: Each[], row: Each, group?: Each): Each[] =>
  rows.toSpliced(group ? findEnd(rows, rows.indexOf(group)) : rows.length, 0, row);

/**
 * The same rows with this one before the row at `to`. A group takes its components along, and does not split another one; the heading of the
 * first group moves alone through what is in no group, which it takes in.
 */
export function moveTo<Each extends Row>(rows: Each[], from: number, to: number): Each[] {
  const isGroup = rows[from]?.kind === "group";
  const isAlone = isGroup && to < from && !rows.slice(0, from).some(({ kind }) => kind === "group");
  const end = isAlone ? from + 1 : findEnd(rows, from);
  const place = isGroup ? findGroupPlace(rows, from, to) : to;
  if (place >= from && place <= end) return rows;
  const moved = rows.slice(from, end);
  return place < from
    ? [...rows.slice(0, place), ...moved, ...rows.slice(place, from), ...rows.slice(end)]
    : [...rows.slice(0, from), ...rows.slice(end, place), ...moved, ...rows.slice(place)];
}

/** Before or behind the group with this row. */
function findGroupPlace(rows: Row[], from: number, to: number): number {
  const group = rows.findLastIndex(({ kind }, i) => i <= to && kind === "group");
  if (to >= rows.length || group < 0 || group === to) return to;
  return to > from ? findEnd(rows, group) : group;
}

/** The same rows with this one a step up or down, and a group past its neighbor. */
export function moveBy<Each extends Row>(rows: Each[], from: number, by: -1 | 1): Each[] {
  if (by < 0) return from === 0 ? rows : moveTo(rows, from, from - 1);
  const end = findEnd(rows, from);
  return end >= rows.length
    ? rows
    : moveTo(rows, from, rows[from]?.kind === "group" ? findEnd(rows, end) : end + 1);
}
