"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { tokenOf } from "@/app/form-input";
import type { Outcome } from "@/components/ui/form";
import { parse } from "@/lib/api/parse";
import { checkInNow as checkIn } from "@/lib/check-ins/check-in-now";
import { pauseSnitch, unpauseSnitch } from "@/lib/monitoring/pause";
import { updateSnitch } from "@/lib/monitoring/update";
import { invalid, notFound } from "@/lib/platform/refusal";
import { findSnitch } from "@/lib/snitches/find";
import { type PauseTerms, pauseUntil, snitchChanges } from "@/lib/snitches/input";
import { removeSnitch } from "@/lib/snitches/remove";
import { runCaseAction } from "../../case-action";
import { snitchIn } from "../../snitch-form";

export async function pause(
  caseId: string,
  token: string,
  _previous: Outcome,
  form: FormData,
): Promise<Outcome> {
  return runCaseAction(caseId, "manage_snitches", form, async ({ theCase, by }) => {
    const now = new Date();
    await pauseSnitch(theCase.id, tokenOf(token), termsIn(form, now), now, by);
    refresh();
  });
}

/** A time field says “2026-03-10T04:00”, which here means UTC. */
function termsIn(form: FormData, now: Date): PauseTerms {
  const time = form.get("time");
  if (time === null) return parse(pauseUntil(now), { until: form.get("until") });
  const terms = pauseUntil(now).safeParse({ until: `${String(time).slice(0, 16)}:00Z` });
  if (!terms.success) throw invalid([{ attribute: "time", message: "must be a time in the future" }]);
  return terms.data;
}

export async function unpause(
  caseId: string,
  token: string,
  _previous: Outcome,
  form: FormData,
): Promise<Outcome> {
  return runCaseAction(caseId, "manage_snitches", form, async ({ theCase, by }) => {
    await unpauseSnitch(theCase.id, tokenOf(token), new Date(), by);
    refresh();
  });
}

export async function change(
  caseId: string,
  token: string,
  _previous: Outcome,
  form: FormData,
): Promise<Outcome> {
  return runCaseAction(caseId, "manage_snitches", form, async ({ theCase, by }) => {
    await updateSnitch(theCase.id, tokenOf(token), parse(snitchChanges, snitchIn(form)), new Date(), by);
    refresh();
  });
}

export async function remove(
  caseId: string,
  token: string,
  _previous: Outcome,
  form: FormData,
): Promise<Outcome> {
  return runCaseAction(caseId, "manage_snitches", form, async ({ theCase, by }) => {
    const snitch = await findSnitch(theCase.id, tokenOf(token));
    if (!snitch) throw notFound("snitch");
    if (String(form.get("name")).trim() !== snitch.name) {
      throw invalid([{ attribute: "name", message: `must be “${snitch.name}”, to be sure` }]);
    }
    await removeSnitch(theCase.id, token, by);
    redirect(`/${theCase.id}`);
  });
}

export async function checkInNow(
  caseId: string,
  token: string,
  _previous: Outcome,
  form: FormData,
): Promise<Outcome> {
  return runCaseAction(caseId, "manage_snitches", form, async ({ theCase, by }) => {
    await checkIn(theCase.id, tokenOf(token), new Date(), by);
    refresh();
  });
}

export async function pauseFromList(
  caseId: string,
  token: string,
  until: string,
): Promise<string | undefined> {
  const form = new FormData();
  form.set("until", until);
  return (await pause(caseId, token, {}, form)).error;
}

export async function unpauseFromList(caseId: string, token: string): Promise<string | undefined> {
  return (await unpause(caseId, token, {}, new FormData())).error;
}
