import type { Change, Plan } from "./plan-things";
import { printable } from "./print";

const MAX_VALUE = 120;
/** In characters. A comment of GitHub has 65,536 at most. */
const MAX_MARKDOWN = 60_000;

const MARKS: Record<string, string> = { create: "+", update: "~", delete: "-" };

/** A change as lines: “~ snitch nightly-backup “Nightly backup””, and below it what changes. */
function describeChange({ action, kind, key, name, fields, replay }: Change): string[] {
  const title = [MARKS[action] ?? "?", kind, key, name && `“${valueText(name)}”`].filter(Boolean).join(" ");
  const details = fields.map(({ name, before, after }) =>
    action === "create"
      ? `${name}: ${valueText(after)}`
      : `${name}: ${valueText(before)} → ${valueText(after)}`,
  );
  const alerts = replay
    ? [`alerts in the last 90 days: ${replay.alerts_90d.before} → ${replay.alerts_90d.after}`]
    : [];
  return [title, ...[...details, ...alerts].map((line) => `    ${line}`)].map(onOneLine);
}

export const describeChanges = (changes: Change[]): string[] => changes.flatMap(describeChange);

/** A plan as lines. */
export function describePlan(plan: Plan): string[] {
  const notes = listNotes(plan);
  return [
    ...describeChanges(plan.changes),
    ...(plan.changes.length > 0 ? [""] : []),
    ...notes,
    formatSummary(plan),
  ];
}

const listNotes = ({ warnings, missing_secrets: missing }: Plan): string[] => [
  ...warnings.map((warning) => `Warning: ${onOneLine(warning)}`),
  ...(missing.length > 0 ? [`Secrets to set before applying: ${missing.map(onOneLine).join(", ")}`] : []),
];

function formatSummary({ summary }: Plan): string {
  const parts = [
    ...(summary.create > 0 ? [`${summary.create} to create`] : []),
    ...(summary.update > 0 ? [`${summary.update} to change`] : []),
    ...(summary.delete > 0 ? [`${summary.delete} to delete`] : []),
  ];
  return parts.length === 0 ? "Nothing to do." : `${parts.join(", ")}, ${summary.unchanged} unchanged.`;
}

/** A plan as a comment of a pull request. What others wrote is in a block of code, which they cannot end. */
export function describeInMarkdown(plan: Plan): string {
  const lines = [...describeChanges(plan.changes), ...listNotes(plan)];
  const whole = lines.join("\n");
  const text = whole.length > MAX_MARKDOWN ? `${whole.slice(0, MAX_MARKDOWN).toWellFormed()}\n…` : whole;
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const title = `### Tattle: ${formatSummary(plan)}`;
  return lines.length === 0 ? `${title}\n` : `${title}\n\n${fence}diff\n${text}\n${fence}\n`;
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  if (Array.isArray(value)) return value.length > 0 ? shortened(value.map(valueText).join(", ")) : "none";
  return shortened(typeof value === "object" ? JSON.stringify(value) : String(value));
}

const shortened = (text: string) =>
  text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1).toWellFormed()}…` : text;

const onOneLine = (text: string) => printable(text.replace(/\s*\n\s*/g, " / "));
