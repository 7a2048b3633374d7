import { headers } from "next/headers";
import { readClientAddress } from "@/lib/http/peer-address";
import { type FormResult, formResult } from "./form-result";
import { type FormArguments, findForm, type Inputs, type Readers, readInputs } from "./inputs";

/** `address` is the client's IP address. */
type PublicContext = { address: string; form: FormData; now: Date };

/** Makes a server action for a form that everyone may send, signed in or not. */
export function publicAction<const List extends Readers, Result>(
  readers: List,
  verb: (context: PublicContext, ...inputs: Inputs<List>) => Promise<Result>,
) {
  return async (...args: FormArguments<List>): Promise<FormResult<Result>> =>
    formResult(findForm(readers, args), async (form) => {
      const context = { address: readClientAddress(await headers()), form, now: new Date() };
      return verb(context, ...readInputs(readers, args, form));
    });
}
