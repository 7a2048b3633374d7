import { refresh } from "next/cache";
import { noteRead } from "@/app/misread-requests";
import { caseOfAction, currentActor, currentSession } from "@/app/sign-in/session";
import type { Actor } from "@/lib/audit/record";
import type { Membership } from "@/lib/cases/members";
import { may, type Right, refusalFor } from "@/lib/cases/roles";
import type { SignedIn } from "@/lib/people/users/sessions";
import { Refusal } from "@/lib/platform/refusal";
import { askAgain } from "./confirmation";
import { type FormResult, formResult } from "./form-result";
import {
  type ArgumentReader,
  type Arguments,
  type FormArguments,
  findForm,
  type Inputs,
  type Readers,
  readInputs,
} from "./inputs";

type Member = Membership & { user: SignedIn };
type CaseContext = Member & { by: Actor; now: Date };

/**
 * Makes a server action for a form of a case. Users outside the case get a 404. A role without the right, an invalid
 * input and any other Refusal become the form's state. `confirmed`: whether the person must have shown a moment ago who they are, for
 * this form.
 */
export function caseAction<const List extends Readers, Result>(
  right: Right,
  readers: List,
  verb: (context: CaseContext & { form: FormData }, ...inputs: Inputs<List>) => Promise<Result>,
  { confirmed = false }: { confirmed?: boolean | ((form: FormData) => boolean) } = {},
) {
  return async (caseId: string, ...args: FormArguments<List>): Promise<FormResult<Result>> => {
    noteRead();
    const member = await caseOfAction(caseId);
    return formResult(findForm(readers, args), async (form) => {
      const context = await authorize(member, right);
      const session = await currentSession();
      const isConfirmed = typeof confirmed === "function" ? confirmed(form) : confirmed;
      if (isConfirmed && session) await askAgain({ ...context, sessionId: session.id, form });
      return verb({ ...context, form }, ...readInputs(readers, args, form));
    });
  };
}

/**
 * Makes server actions for the forms about one kind of thing, which all need this right and begin with the same inputs. Afterwards the page shows
 * the change, unless the verb leads elsewhere.
 */
export const caseActions =
  <const List extends Readers>(right: Right, ...readers: List) =>
  (
    verb: (context: CaseContext & { form: FormData }, ...inputs: Inputs<List>) => Promise<void>,
    options?: Parameters<typeof caseAction>[3],
  ) =>
    caseAction(
      right,
      readers,
      async (context, ...inputs) => {
        await verb(context, ...inputs);
        refresh();
      },
      options,
    );

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
    noteRead();
    const member = await caseOfAction(caseId);
    try {
      return await verb(await authorize(member, right), ...readInputs(readers, args));
    } catch (error) {
      if (error instanceof Refusal) return error.validations?.[0]?.message ?? error.message;
      throw error;
    }
  };
}

async function authorize(member: Member, right: Right): Promise<CaseContext> {
  if (!may(member.role, right)) throw new Refusal("resource_invalid", refusalFor(member.role, right));
  return { ...member, by: await currentActor(member.user), now: new Date() };
}
