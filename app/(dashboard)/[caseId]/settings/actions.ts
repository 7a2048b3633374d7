"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { caseAction } from "@/app/actions/case-action";
import { CONFIRMED } from "@/app/actions/confirmation";
import { argument, fields, refuseUnlessRepeated, text } from "@/app/actions/inputs";
import { readHints } from "@/lib/cases/hint-input";
import { caseChanges } from "@/lib/cases/input";
import { removeCase } from "@/lib/cases/remove";
import { updateCase } from "@/lib/cases/update";
import { listSteps, orderSteps, saveSteps } from "@/lib/incidents/escalation-steps";
import { copyEscalation, listPolicies, savePolicies } from "@/lib/incidents/policies";
import { policyList } from "@/lib/incidents/policy-input";
import { parse } from "@/lib/platform/refusal";
import { formatHint } from "@/lib/rules/incidents/hints";
import { toPolicyStep, toStep } from "@/lib/rules/incidents/policy";
import { readPolicy, readStep } from "./notifications/escalation-form";
import { readHint } from "./notifications/hint-form";

export const updateCaseAction = caseAction(
  "change_settings",
  [fields(caseChanges)],
  async ({ theCase, by }, changes) => {
    await updateCase(theCase.id, changes, by);
    refresh();
  },
);

const leadToRules = (caseId: string, rule: string) => redirect(`/${caseId}/settings/notifications#${rule}`);

/** Saves one rule, and leads back to all of them. */
export const saveRuleAction = caseAction(
  "change_settings",
  [text, fields(caseChanges)],
  async ({ theCase, by }, rule, changes) => {
    await updateCase(theCase.id, changes, by);
    leadToRules(theCase.id, encodeURIComponent(rule));
  },
);

const minutes = argument(Number);

/** Saves or removes the step of this many minutes, of this policy or of the escalation of the case; `NEW_STEP`: adds one. */
export const saveStepAction = caseAction(
  "change_settings",
  [text, minutes],
  async ({ theCase, by, form }, name, edited) => {
    const policies = await listPolicies(theCase.id);
    const policy = policies.find((each) => each.name === name);
    const steps = policy?.steps.map((step) => toStep(step.after_minutes, step.notify));
    const others = (steps ?? (await listSteps(theCase.id)))
      .filter(({ afterMinutes }) => afterMinutes !== edited)
      .map((step, i) => ({ ...step, place: i + 1 }));
    const next = form.has("remove") ? others : [...others, readStep(form)];
    if (policy) {
      const replacement = { ...policy, steps: orderSteps(next, 0).map(toPolicyStep) };
      await savePolicies(
        theCase.id,
        policies.map((each) => (each === policy ? replacement : each)),
        by,
      );
    } else if (name === "") await saveSteps(theCase.id, next, by);
    leadToRules(theCase.id, "escalation");
  },
);

/** Saves or removes the policy of this name; empty: adds one, with the steps of the last one. The first one is added besides the escalation. */
export const savePolicyAction = caseAction(
  "change_settings",
  [text],
  async ({ theCase, by, form }, edited) => {
    const policies = await listPolicies(theCase.id);
    const all = edited === "" && policies.length === 0 ? [await copyEscalation(theCase.id)] : policies;
    const policy = all.find(({ name }) => name === edited);
    const others = all.filter((each) => each !== policy);
    if (edited !== "" && !policy) leadToRules(theCase.id, "escalation");
    const next = [...others];
    if (!form.has("remove")) {
      const { policy: replacement, place } = readPolicy(form, (policy ?? all.at(-1))?.steps ?? [], others);
      const isLast = policy !== undefined && policy === all.at(-1);
      next.splice(isLast ? others.length : Math.min(place, others.length - 1), 0, replacement);
    }
    await savePolicies(theCase.id, parse(policyList, next, "policies"), by);
    leadToRules(theCase.id, "escalation");
  },
);

/** Saves or removes the hint that has these words; empty: adds one. */
export const saveHintAction = caseAction("change_settings", [text], async ({ theCase, by, form }, edited) => {
  const replacement = form.has("remove") ? [] : readHint(form);
  const hints = readHints(theCase.hints);
  const place = hints.findIndex((hint) => formatHint(hint) === edited);
  const hasPlace = edited !== "" && place >= 0;
  const next = hasPlace ? hints.toSpliced(place, 1, ...replacement) : [...hints, ...replacement];
  await updateCase(theCase.id, parse(caseChanges, { hints: next }), by);
  leadToRules(theCase.id, "hints");
});

export const removeCaseAction = caseAction(
  "own",
  [],
  async ({ theCase, by, form }) => {
    refuseUnlessRepeated(form, "name", theCase.name);
    await removeCase(theCase.id, by);
    redirect("/");
  },
  CONFIRMED,
);
