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
import { listSteps, saveSteps } from "@/lib/incidents/escalation-steps";
import { parse } from "@/lib/platform/parse";
import { formatHint } from "@/lib/rules/incidents/hints";
import { readStep } from "./notifications/escalation-form";
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

/** Saves or removes the step of this many minutes; 0: adds one. */
export const saveStepAction = caseAction(
  "change_settings",
  [minutes],
  async ({ theCase, by, form }, edited) => {
    const steps = (await listSteps(theCase.id)).filter(({ afterMinutes }) => afterMinutes !== edited);
    const others = steps.map((step, i) => ({ ...step, place: i + 1 }));
    await saveSteps(theCase.id, form.has("remove") ? others : [...others, readStep(form)], by);
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
