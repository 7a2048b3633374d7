import { currentActor, currentSession, signedInUser } from "@/app/sign-in/session";
import type { Actor } from "@/lib/audit/record";
import type { SignedIn } from "@/lib/people/users/sessions";
import { askAgain } from "./confirmation";
import { type FormResult, formResult } from "./form-result";
import { type FormArguments, findForm, type Inputs, type Readers, readInputs, text } from "./inputs";

type UserContext = { user: SignedIn; sessionId: string; by: Actor; form: FormData; now: Date };

/**
 * Makes a server action for a form of the signed-in user. A visitor without a session is sent to sign in and then to
 * `page`; on pages with a link token, the token is the action's first argument. `confirmed`: whether they must have shown a moment
 * ago who they are.
 */
export function userAction<const List extends Readers, Result>(
  page: string | ((token: string) => string),
  readers: List,
  verb: (context: UserContext, ...inputs: Inputs<List>) => Promise<Result>,
  { confirmed = false } = {},
) {
  return async (...args: FormArguments<List>): Promise<FormResult<Result>> => {
    const user = await signedInUser(typeof page === "string" ? page : page(text.read(args[0])));
    const session = await currentSession();
    if (!session) throw new Error("A signed-in user has no session.");
    return formResult(findForm(readers, args), async (form) => {
      const context = { user, sessionId: session.id, by: await currentActor(user), form, now: new Date() };
      if (confirmed) await askAgain(context);
      return verb(context, ...readInputs(readers, args, form));
    });
  };
}
