import { applyPlan } from "@/lib/configuration/apply-plan";
import { describePlan } from "@/lib/configuration/describe";
import type { Owner } from "@/lib/configuration/owner";
import { problemText } from "@/lib/configuration/parse";
import { planFile } from "@/lib/configuration/plan-file";
import { ACTOR } from "./factories";

export type FileOptions = { prunes?: boolean; environment?: Record<string, string>; owner?: Owner };

/** What the file of an operator, or of this owner, would do. */
export async function planText(
  caseId: string,
  text: string,
  { prunes = false, environment = {}, owner }: FileOptions = {},
) {
  const planned = await planFile({ text, prunes, secrets: environment }, { caseId, owner, upload: null });
  if (!planned.plan) throw new Error(planned.problems.map(problemText).join("\n"));
  return { ...planned, plan: planned.plan };
}

/** Applies a file, which has no problems. Returns its plan. */
export async function applyText(caseId: string, text: string, now: Date, options?: FileOptions) {
  const planned = await planText(caseId, text, options);
  const { problems, missing } = planned;
  if (problems.length + missing.length > 0) throw new Error(JSON.stringify({ problems, missing }));
  await applyPlan(planned, ACTOR, now);
  return { ...planned, text: describePlan(planned) };
}
