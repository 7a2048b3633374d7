import { type AttributeChange, type Change, isChange, type Resource } from "./diff";
import type { Json } from "./file-input";
import type { Plan } from "./plan";

const MAX_VALUE = 120;

const MARKS = { create: "+", change: "~", remove: "-", unchanged: " " };

/** What people call each kind of thing. */
export const RESOURCE_WORDS: Record<Resource, string> = {
  settings: "settings of the case",
  escalation: "escalation",
  channel: "channel",
  snitch: "snitch",
  maintenance: "maintenance",
  page: "status page",
  badge: "badge",
};

/** How many things a plan creates, changes, removes and leaves. */
type Counts = Record<Change["action"], number>;

export function countChanges(changes: Change[]): Counts {
  const counts: Counts = { create: 0, change: 0, remove: 0, unchanged: 0 };
  for (const { action } of changes) counts[action]++;
  return counts;
}

/** A plan as lines: “+” for what is created, “~” for what changes, and “-” for what is removed. */
export function describePlan({ changes, keptCount }: Plan): string {
  const lines = changes.filter(isChange).flatMap((change) => [buildTitle(change), ...listDetails(change)]);
  return [...lines, ...(lines.length > 0 ? [""] : []), formatSummary(changes, keptCount)].join("\n");
}

const buildTitle = ({ action, resource, key, name }: Change): string =>
  [MARKS[action], RESOURCE_WORDS[resource], key, name && `“${shortened(name)}”`].filter(Boolean).join(" ");

const listDetails = ({ action, attributes }: Change): string[] =>
  action === "remove" ? [] : attributes.map((each) => `    ${attributeText(each, action)}`);

/** “grace: 60 → 300”, or “grace: 60” for something new. */
export const attributeText = (
  { attribute, before, after }: AttributeChange,
  action: Change["action"],
): string =>
  action === "create"
    ? `${attribute}: ${valueText(after)}`
    : `${attribute}: ${valueText(before)} → ${valueText(after)}`;

function valueText(value: Json): string {
  if (value === null || value === "") return "none";
  if (Array.isArray(value)) return value.length > 0 ? shortened(value.map(valueText).join(", ")) : "none";
  if (typeof value === "object") return shortened(JSON.stringify(value));
  return shortened(String(value).replace(/\s*\n\s*/g, " / "));
}

const shortened = (text: string) =>
  text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1).toWellFormed()}…` : text;

/** “1 to create, 2 to change, 12 unchanged.” */
export function formatSummary(changes: Change[], keptCount: number): string {
  const { create, change, remove, unchanged } = countChanges(changes);
  const counts = [
    ...(create > 0 ? [`${create} to create`] : []),
    ...(change > 0 ? [`${change} to change`] : []),
    ...(remove > 0 ? [`${remove} to remove`] : []),
    `${unchanged} unchanged`,
  ];
  const otherChannels =
    keptCount === 0
      ? ""
      : keptCount === 1
        ? " 1 thing that is not in the file stays."
        : ` ${keptCount} things that are not in the file stay.`;
  return `${create + change + remove === 0 ? "Nothing to do" : counts.join(", ")}.${otherChannels}`;
}
