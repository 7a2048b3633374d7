import { hintList } from "@/lib/cases/hint-input";
import { invalid } from "@/lib/platform/refusal";
import type { Hint } from "@/lib/rules/incidents/hints";
import { readField } from "../../snitches/forms/form-seconds";

/** The hint of a form. Refuses at the fields that are wrong. */
export function readHint(form: FormData): Hint[] {
  const [status, text, hint, url] = ["exit_status", "text", "hint", "url"].map((name) =>
    readField(form.get(name)),
  );
  const result = hintList.safeParse([{ exit_status: withNumber(status ?? ""), text, hint, url }]);
  if (result.success) return result.data;
  throw invalid(
    result.error.issues.map(({ path: [, name = "text"], message }) => ({ attribute: String(name), message })),
  );
}

/** A whole number is one in the API and in files, too. */
const withNumber = (status: string) => (/^(0|[1-9]\d{0,8})$/.test(status) ? Number(status) : status);
