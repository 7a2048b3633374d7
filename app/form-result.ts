import type { Outcome } from "@/components/ui/form";
import { Refusal } from "@/lib/platform/refusal";
import { refuseUnlessForm } from "./form-input";

/** Does what a form asks for. A refusal becomes the form's outcome, beside what was typed; a fault goes on its way. */
export async function formResult(form: FormData, work: () => Promise<unknown>): Promise<Outcome> {
  try {
    refuseUnlessForm(form);
    await work();
    return { done: true };
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return {
      error: thrown.message,
      validations: thrown.validations,
      values: form instanceof FormData ? typed(form) : {},
    };
  }
}

const SECRET = ["password", "current"];

/** Never a password: it would travel back into the page. */
const typed = (form: FormData) =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === "string" && !SECRET.includes(name) && !name.startsWith("$") ? [[name, value]] : [],
    ),
  );
