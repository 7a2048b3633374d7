import { createHash } from "node:crypto";
import { attributeText, formatSummary, RESOURCE_WORDS } from "./describe";
import { type Change, isChange } from "./diff";
import type { LocatedProblem } from "./document";
import { problemText } from "./parse";
import type { FilePlan } from "./plan";

/** More lines of a plan are too many to read, and are only counted. */
const MAX_PROBLEMS = 100;
const MAX_CHANGES = 200;

type ShownChange = {
  action: Change["action"];
  /** “snitch nightly-backup”. */
  title: string;
  name: string;
  details: string[];
};

/** What the page shows after a file was submitted. */
export type PlanView = {
  /** The file, which is submitted again when it is applied. */
  text: string;
  prunes: boolean;
  /** Why it cannot be applied. */
  problems: string[];
  /** The variables of secrets that have to be entered. */
  missing: string[];
  /** What deserves a look. Null for nothing. */
  note: string | null;
  changes: ShownChange[];
  summary: string;
  /** Stands for exactly this plan. Empty if there is nothing to apply. */
  fingerprint: string;
  isApplied: boolean;
};

/** What the thread that reads an upload knows of it. */
export type UploadView = Omit<PlanView, "text" | "prunes" | "isApplied">;

/** A text that is no file. */
export const viewOfProblems = (problems: LocatedProblem[]): UploadView => ({
  problems: problemLines(problems),
  missing: [],
  note: null,
  changes: [],
  summary: "",
  fingerprint: "",
});

export function viewOfPlan({ file, existing, plan }: FilePlan): UploadView {
  const changes = plan.changes.filter(isChange);
  const problems = plan.problems.map(file.locate).sort((one, other) => one.line - other.line);
  const canBeApplied = changes.length > 0 && problems.length + plan.missing.length === 0;
  return {
    problems: problemLines(problems),
    missing: [...new Set(plan.missing.map(({ variable }) => variable))],
    note: otherCase(file.configuration.case, existing.theCase),
    changes: changes.slice(0, MAX_CHANGES).map(present),
    summary: formatSummary(plan.changes, plan.keptCount),
    fingerprint: canBeApplied ? computeFingerprint(changes) : "",
  };
}

function problemLines(problems: LocatedProblem[]): string[] {
  const further = problems.length - MAX_PROBLEMS;
  const lines = problems.slice(0, MAX_PROBLEMS).map(problemText);
  return further > 0 ? [...lines, `and ${further.toLocaleString("en")} more`] : lines;
}

/** What deserves a look if a file names another case; null if it does not. */
export const otherCase = (named: string | null, { id, name }: { id: string; name: string }) =>
  named === null || named === name || named === id
    ? null
    : `This file names the case “${named.slice(0, 100)}”, and this case is “${name}”.`;

const present = (change: Change): ShownChange => ({
  action: change.action,
  title: [RESOURCE_WORDS[change.resource], change.key].filter(Boolean).join(" "),
  name: change.name,
  details:
    change.action === "remove" ? [] : change.attributes.map((each) => attributeText(each, change.action)),
});

const computeFingerprint = (changes: Change[]) =>
  createHash("sha256").update(JSON.stringify(changes)).digest("hex");
