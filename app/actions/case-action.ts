import type { Actor } from "@/lib/audit/actor";
import { actorHere, currentCase } from "@/lib/auth/session";
import type { Membership } from "@/lib/cases/members";
import { may, type Right, refusalFor } from "@/lib/cases/roles";
import { Refusal } from "@/lib/platform/refusal";
import type { Person } from "@/lib/users/find";
import { type FormResult, formResult } from "./form-result";
import {
  type ArgumentReader,
  type Arguments,
  type FormArguments,
  formIn,
  type Inputs,
  type Readers,
  readInputs,
} from "./inputs";

type Member = Membership & { user: Person };
type CaseContext = Member & { by: Actor; now: Date };

/**
 * Makes a server action for a form of a case. The action calls `verb` if the signed-in user belongs to the case and
 * their role has the right; a Refusal, also for want of the right, becomes the form's outcome.
 */
export function caseAction<const List extends Readers, Result>(
  right: Right,
  readers: List,
  verb: (context: CaseContext & { form: FormData }, ...inputs: Inputs<List>) => Promise<Result>,
) {
  return async (caseId: string, ...args: FormArguments<List>): Promise<FormResult<Result>> => {
    const member = await currentCase(caseId);
    return formResult(formIn(readers, args), async (form) => {
      const context = await contextOf(member, right);
      return verb({ ...context, form }, ...readInputs(readers, args, form));
    });
  };
}

/**
 * Makes a server action of a case that scripts call directly, without a form. It resolves with what `verb` returns, or
 * with the message of a Refusal.
 */
export function caseCommand<const List extends readonly ArgumentReader[], Result extends string | undefined>(
  right: Right,
  readers: List,
  verb: (context: CaseContext, ...inputs: Inputs<List>) => Promise<Result>,
) {
  return async (caseId: string, ...args: Arguments<List>): Promise<Result | string> => {
    const member = await currentCase(caseId);
    try {
      return await verb(await contextOf(member, right), ...readInputs(readers, args));
    } catch (error) {
      if (error instanceof Refusal) return error.validations?.[0]?.message ?? error.message;
      throw error;
    }
  };
}

async function contextOf(member: Member, right: Right): Promise<CaseContext> {
  if (!may(member.role, right)) throw new Refusal("resource_invalid", refusalFor(member.role, right));
  return { ...member, by: await actorHere(member.user), now: new Date() };
}
