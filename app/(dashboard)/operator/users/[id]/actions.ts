"use server";

import { redirect } from "next/navigation";
import { CONFIRMED } from "@/app/actions/confirmation";
import { readId } from "@/app/actions/inputs";
import { userAction } from "@/app/actions/user-action";
import { currentOperator } from "@/app/sign-in/session";
import { type CaseDecision, deletePerson, findPersonWithCases } from "@/lib/people/accounts/delete-person";
import { invalidAttribute, notFound } from "@/lib/platform/refusal";
import { isUuid } from "@/lib/rules/uuid";

const remove = userAction(
  "/operator/users",
  [readId("account")],
  async ({ by, form, now }, id) => {
    const person = await findPersonWithCases(id);
    if (!person) throw notFound("account");
    if (String(form.get("email")).trim().toLowerCase() !== person.email)
      throw invalidAttribute("email", `must be ${person.email}`);
    await deletePerson(id, { decisions: readDecisions(form), by, now });
    redirect("/operator/users");
  },
  CONFIRMED,
);

/** Deletes a person for the operator. What is typed of the address shows that the operator means it. */
export async function deletePersonAction(...args: Parameters<typeof remove>): ReturnType<typeof remove> {
  await currentOperator();
  return remove(...args);
}

/** What the form says about cases. Everything that it does not say is undecided. */
function readDecisions(form: FormData): Map<string, CaseDecision> {
  const decisions = new Map<string, CaseDecision>();
  for (const [name, value] of form) {
    const [, caseId] = /^case\.(.+)$/.exec(name) ?? [];
    if (!isUuid(caseId)) continue;
    if (value === "delete") decisions.set(caseId, "delete");
    else if (isUuid(value)) decisions.set(caseId, { ownerId: value });
  }
  return decisions;
}
