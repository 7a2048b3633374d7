import { formatSummary, formatTitle, listDetails } from "./describe";
import { problemText } from "./parse";
import type { PlannedFile } from "./plan-file";

/** More are too many to read. */
const MAX_CHANGES = 200;

/** What the page shows after a file was submitted, with the file itself, which is submitted again when it is applied. */
export type PlanView = ReturnType<typeof viewOfPlan> & { text: string; prunes: boolean; isApplied: boolean };

/** What the page shows of a plan. */
export function viewOfPlan({ problems, problemCount, missing, note, changes, ...plan }: PlannedFile) {
  const further = problemCount - problems.length;
  const canBeApplied = changes.length > 0 && problems.length + missing.length === 0;
  return {
    problems: [
      ...problems.map(problemText),
      ...(further > 0 ? [`and ${further.toLocaleString("en")} more`] : []),
    ],
    /** The variables of secrets that have to be entered. */
    missing: [...new Set(missing.map(({ variable }) => variable))],
    /** What deserves a look. Null for nothing. */
    note,
    changes: changes.slice(0, MAX_CHANGES).map((change) => ({
      action: change.action,
      title: formatTitle(change),
      name: change.name,
      details: listDetails(change),
    })),
    summary: formatSummary(plan),
    /** Empty if there is nothing to apply. */
    digest: canBeApplied ? plan.digest : "",
  };
}
