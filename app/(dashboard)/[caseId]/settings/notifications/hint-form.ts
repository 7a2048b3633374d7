import { hintList, MAX_HINTS } from "@/lib/cases/hint-input";
import { invalid } from "@/lib/platform/refusal";
import type { Hint } from "@/lib/rules/incidents/hints";
import { readField } from "../../snitches/forms/form-seconds";

const NAMES = ["exit_status", "text", "hint", "url"] as const;

/** The hints of the form. One whose fields are all empty is none. Refuses at the field of each that is wrong. */
export function readHintFields(form: FormData): Hint[] {
  const filled = Array.from({ length: MAX_HINTS }, (_, place) => ({
    place,
    fields: Object.fromEntries(NAMES.map((name) => [name, readField(form.get(`${name}_${place}`))])),
  })).filter(({ fields }) => Object.values(fields).some((value) => value !== ""));
  const result = hintList.safeParse(filled.map(({ fields }) => withNumber(fields)));
  if (result.success) return result.data;
  throw invalid(
    result.error.issues.map(({ path: [index, name = "text"], message }) => ({
      attribute: `${String(name)}_${filled[Number(index)]?.place}`,
      message,
    })),
  );
}

/** A whole number is one in the API and in files, too. */
const withNumber = ({ exit_status: status = "", ...fields }: Record<string, string>) => ({
  ...fields,
  exit_status: /^(0|[1-9]\d{0,8})$/.test(status) ? Number(status) : status,
});
