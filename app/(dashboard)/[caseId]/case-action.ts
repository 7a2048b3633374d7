import { formResult } from "@/app/form-result";
import type { Outcome } from "@/components/ui/form";
import type { Actor } from "@/lib/audit/actor";
import { actorHere, currentCase } from "@/lib/auth/session";
import type { Membership } from "@/lib/cases/members";
import { may, type Right, refusalFor } from "@/lib/cases/roles";
import { Refusal } from "@/lib/platform/refusal";
import type { Person } from "@/lib/users/find";

type Place = Membership & { user: Person; by: Actor };

/** Does what a form asks for in a case, if who is here belongs to it and their role has this right. */
export async function runCaseAction(
  caseId: string,
  right: Right,
  form: FormData,
  work: (place: Place) => Promise<unknown>,
): Promise<Outcome> {
  const place = await currentCase(caseId);
  return formResult(form, async () => {
    if (!may(place.role, right)) throw new Refusal("resource_invalid", refusalFor(place.role, right));
    await work({ ...place, by: await actorHere(place.user) });
  });
}
