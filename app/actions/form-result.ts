import { noteRead, respondBusy } from "@/app/misread-requests";
import type { FormState } from "@/components/ui/form";
import { Refusal } from "@/lib/platform/refusal";
import { ConfirmationNeeded } from "./confirmation";

/** The state of a form after an action. `result` is what the action returned: it is sent to the browser. */
export type FormResult<Result = void> = FormState & { result?: Result };

/** Runs an action's work. A Refusal becomes the form's state, with the values that were typed; other errors are thrown. */
export async function formResult<Result>(
  form: unknown,
  work: (form: FormData) => Promise<Result>,
): Promise<FormResult<Result>> {
  noteRead();
  try {
    if (!(form instanceof FormData)) throw new Refusal("resource_invalid", NO_FORM);
    return { done: true, result: await work(form) };
  } catch (error) {
    const values = form instanceof FormData ? valuesIn(form) : {};
    if (error instanceof ConfirmationNeeded) return { ...error.state, values };
    if (!(error instanceof Refusal)) throw error;
    const { type, message, validations } = error;
    if (type === "service_unavailable") respondBusy();
    return { error: message, validations, values };
  }
}

const NO_FORM = "The form was not submitted completely. Reload the page.";

const PASSWORD_FIELDS = ["password", "current"];

/** The secrets of channels, the proofs of who a person is, and the fields that React adds. */
const SECRET = /^(secret\.|proof\.|\$)/;

const isKept = (name: string) => !PASSWORD_FIELDS.includes(name) && !SECRET.test(name);

/** The typed values, without what is secret: it would be sent back in the page. */
const valuesIn = (form: FormData) =>
  Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string" && isKept(entry[0])),
  );
