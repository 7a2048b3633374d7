"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { caseAction } from "@/app/actions/case-action";
import { acknowledgeMachine } from "@/lib/incidents/acknowledge-machine";
import { listMachineSnitches } from "@/lib/machines/list";
import { removeMachine } from "@/lib/machines/remove";
import { removeSnitch } from "@/lib/monitoring/remove";

/** The host is in a field of the form: a machine has no other name. */
const readHost = (form: FormData) => String(form.get("host") ?? "");

export const acknowledgeMachineAction = caseAction(
  "manage_snitches",
  [],
  async ({ theCase, by, now, form }) => {
    await acknowledgeMachine(theCase.id, readHost(form), now, by);
    refresh();
  },
);

/** Forgets a machine and, if the form says so, deletes its snitches. */
export const removeMachineAction = caseAction("manage_snitches", [], async ({ theCase, by, form }) => {
  const host = readHost(form);
  const snitches = form.get("snitches") === "delete" ? await listMachineSnitches(theCase.id, host) : [];
  await removeMachine(theCase.id, host, by);
  for (const { token } of snitches) await removeSnitch(theCase.id, token, by);
  redirect(`/${theCase.id}?group=machine`);
});
