import { type Change, RESOURCES } from "./diff";
import type { Json } from "./file-input";

const MAX_VALUE = 120;

const MARKS = { create: "+", change: "~", remove: "-", unchanged: " " };

/** How many things a plan creates, changes, removes and leaves. */
export type Counts = Record<Change["action"], number>;

type Summary = { counts: Counts; keptCount: number };

export function countChanges(changes: Change[]): Counts {
  const counts: Counts = { create: 0, change: 0, remove: 0, unchanged: 0 };
  for (const { action } of changes) counts[action]++;
  return counts;
}

/** A plan as lines: “+” for what is created, “~” for what changes, and “-” for what is removed. */
export function describePlan({ changes, ...summary }: Summary & { changes: Change[] }): string {
  const lines = changes.flatMap((change) => {
    const name = change.name && `“${shortened(change.name)}”`;
    const title = [MARKS[change.action], formatTitle(change), name].filter(Boolean).join(" ");
    return [title, ...listDetails(change).map((detail) => `    ${detail}`)];
  });
  return [...lines, ...(lines.length > 0 ? [""] : []), formatSummary(summary)].join("\n");
}

/** “snitch nightly-backup”. */
export const formatTitle = ({ resource, key }: Change): string =>
  [RESOURCES[resource], key].filter(Boolean).join(" ");

/** What changes, such as “grace: 60 → 300”, or “grace: 60” for something new. */
export const listDetails = ({ action, attributes }: Change): string[] =>
  attributes.map(({ attribute, before, after }) =>
    action === "create"
      ? `${attribute}: ${valueText(after)}`
      : `${attribute}: ${valueText(before)} → ${valueText(after)}`,
  );

function valueText(value: Json): string {
  if (value === null || value === "") return "none";
  if (Array.isArray(value)) return value.length > 0 ? shortened(value.map(valueText).join(", ")) : "none";
  if (typeof value === "object") return shortened(JSON.stringify(value));
  return shortened(String(value).replace(/\s*\n\s*/g, " / "));
}

const shortened = (text: string) =>
  text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1).toWellFormed()}…` : text;

/** “1 to create, 2 to change, 12 unchanged.” */
export function formatSummary({ counts, keptCount }: Summary): string {
  const parts = (["create", "change", "remove"] as const).flatMap((action) =>
    counts[action] > 0 ? [`${counts[action]} to ${action}`] : [],
  );
  const summary = parts.length === 0 ? "Nothing to do" : `${parts.join(", ")}, ${counts.unchanged} unchanged`;
  if (keptCount === 0) return `${summary}.`;
  return keptCount === 1
    ? `${summary}. 1 item that is not in the file stays as it is.`
    : `${summary}. ${keptCount} items that are not in the file stay as they are.`;
}
