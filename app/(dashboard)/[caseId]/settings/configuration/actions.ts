"use server";

import { refresh } from "next/cache";
import { caseAction } from "@/app/actions/case-action";
import { applyFile } from "@/lib/configuration/apply-file";
import { planFile } from "@/lib/configuration/plan-file";
import { type PlanView, viewOfPlan } from "@/lib/configuration/plan-view";
import { invalidAttribute } from "@/lib/platform/refusal";

const SECRET = "secret.";

/** In characters. A page shows no longer file. */
const MAX_TEXT = 1_000_000;

/**
 * Shows what a file would change, and applies it when the form confirms exactly that. Secrets come from the form, and never from
 * the environment of this server. To apply, it asks again who the person is, as the forms do whose settings a file can have.
 */
export const configurationAction = caseAction(
  "change_settings",
  [],
  async ({ theCase, user, by, form, now }): Promise<PlanView> => {
    const submitted = { text: await textIn(form), prunes: form.get("prune") === "on" };
    const confirmed = form.get("confirmed");
    const file = { ...submitted, secrets: secretsIn(form) };
    const target = { caseId: theCase.id, upload: { account: user.id, atLimit } };
    const { planned, isApplied } = confirmed
      ? await applyFile(file, target, { expected: String(confirmed), by, now })
      : { planned: await planFile(file, target), isApplied: false };
    const view = { ...viewOfPlan(planned), ...submitted, isApplied };
    if (isApplied) refresh();
    const hasChanged = confirmed && view.digest && !isApplied;
    return hasChanged
      ? { ...view, note: "The plan has changed. Review it again before you apply it." }
      : view;
  },
  { confirmed: (form) => form.has("confirmed") },
);

/** What is wrong with a file that needs too much of a thread. */
const atLimit = (limit: "time" | "memory") => {
  const reason = limit === "time" ? "took too long to read" : "needs more memory to read than a page may use";
  const message = `${reason}, so Tattle stopped: make it smaller, or have an operator apply it with npm run admin -- apply`;
  return { attribute: "text", message };
};

async function textIn(form: FormData): Promise<string> {
  const [file, typed] = [form.get("file"), form.get("text")];
  const refuse = (message: string) => invalidAttribute("text", message);
  const isFile = file instanceof File && file.size > 0;
  const length = isFile ? file.size : String(typed ?? "").length;
  if (length > MAX_TEXT) throw refuse("is too large to upload here: apply the file from the command line");
  const text = isFile ? await file.text() : typed;
  if (typeof text === "string" && text.trim() !== "") return text;
  throw refuse("can’t be blank: choose a file, or paste one");
}

const secretsIn = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      name.startsWith(SECRET) && typeof value === "string" && value !== ""
        ? [[name.slice(SECRET.length), value]]
        : [],
    ),
  );
