import type { PlanOptions } from "./channel-settings";
import { MAX_NODES } from "./document";
import type { Existing } from "./existing";
import { parseFile } from "./parse";
import { type FilePlan, planConfiguration } from "./plan";
import { type UploadView, viewOfPlan, viewOfProblems } from "./plan-view";

/** `confirmed`: the fingerprint of the plan that shall be applied. Null if the plan shall only be shown. */
export type Upload = { text: string; existing: Existing; options: PlanOptions; confirmed: string | null };

/**
 * What an upload would do, and the plan if it is the one that was confirmed. A plan that is only shown is left out, because it may be
 * large, and each thread that it passes to is busy with it.
 */
export type PlannedUpload = { view: UploadView; confirmedPlan: Pick<FilePlan, "plan" | "existing"> | null };

/** Compares a text with what a case has. Pure. */
export function planUploaded({ text, existing, options, confirmed }: Upload): PlannedUpload {
  const file = parseFile(text, MAX_NODES);
  if (!("configuration" in file)) return { view: viewOfProblems(file.problems), confirmedPlan: null };
  const plan = planConfiguration(file, existing, options);
  const view = viewOfPlan({ file, existing, plan });
  const isConfirmed = view.fingerprint !== "" && view.fingerprint === confirmed;
  return { view, confirmedPlan: isConfirmed ? { plan, existing } : null };
}
