"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { idOf } from "@/app/form-input";
import type { Outcome } from "@/components/ui/form";
import { parse } from "@/lib/api/parse";
import { newInvitation, roleChange } from "@/lib/cases/input";
import { invite, withdrawInvitation } from "@/lib/cases/invite";
import { changeRole, removeMember, transferOwnership } from "@/lib/cases/members";
import { countEmailRequest } from "@/lib/users/rate-limits";
import { runCaseAction } from "../../case-action";

export async function inviteSomebody(caseId: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  return runCaseAction(caseId, "manage_members", form, async ({ theCase, by }) => {
    const wanted = parse(newInvitation, Object.fromEntries(form));
    const now = new Date();
    await countEmailRequest(wanted.email, by.address, now);
    await invite(theCase.id, wanted, by, now);
    refresh();
  });
}

export async function withdraw(
  caseId: string,
  id: string,
  _previous: Outcome,
  form: FormData,
): Promise<Outcome> {
  return runCaseAction(caseId, "manage_members", form, async ({ theCase, by }) => {
    await withdrawInvitation(theCase.id, idOf("invitation", id), by);
    refresh();
  });
}

export async function change(
  caseId: string,
  userId: string,
  _previous: Outcome,
  form: FormData,
): Promise<Outcome> {
  return runCaseAction(caseId, "manage_members", form, async ({ theCase, by }) => {
    const { role } = parse(roleChange, Object.fromEntries(form));
    await changeRole(theCase.id, idOf("member", userId), role, by);
    refresh();
  });
}

export async function remove(
  caseId: string,
  userId: string,
  _previous: Outcome,
  form: FormData,
): Promise<Outcome> {
  return runCaseAction(caseId, "manage_members", form, async ({ theCase, by }) => {
    await removeMember(theCase.id, idOf("member", userId), by);
    refresh();
  });
}

export async function handOverTo(
  caseId: string,
  userId: string,
  _previous: Outcome,
  form: FormData,
): Promise<Outcome> {
  return runCaseAction(caseId, "own", form, async ({ theCase, by }) => {
    await transferOwnership(theCase.id, idOf("member", userId), by);
    refresh();
  });
}

export async function leave(caseId: string, _previous: Outcome, form: FormData): Promise<Outcome> {
  return runCaseAction(caseId, "see", form, async ({ theCase, user, by }) => {
    await removeMember(theCase.id, user.id, by);
    redirect("/");
  });
}
