"use server";

import { refresh } from "next/cache";
import { caseAction } from "@/app/actions/case-action";
import { CONFIRMED } from "@/app/actions/confirmation";
import { applyPlan, planUploadedText } from "@/lib/configuration/apply";
import type { PlanView } from "@/lib/configuration/plan-view";
import { invalid } from "@/lib/platform/refusal";

const SECRET = "secret.";

/** In characters. A page shows no longer file. */
const MAX_TEXT = 1_000_000;

/**
 * Shows what a file would change, and applies it when the form confirms exactly that. Secrets come from the form, and never from
 * the environment of this server. It asks again who the person is, as the forms do whose settings a file can have.
 */
export const configurationAction = caseAction(
  "change_settings",
  [],
  async ({ theCase, user, by, form, now }) => {
    const submitted = { text: await textIn(form), prunes: form.get("prune") === "on" };
    const confirmed = form.get("confirmed");
    const { view: planned, confirmedPlan } = await planUploadedText(user.id, theCase.id, submitted.text, {
      prunes: submitted.prunes,
      environment: secretsIn(form),
      confirmed: typeof confirmed === "string" ? confirmed : null,
    });
    const view: PlanView = { ...planned, ...submitted, isApplied: false };
    if (!confirmed || !view.fingerprint) return view;
    if (!confirmedPlan) {
      return { ...view, note: "The plan has changed. Review it again before you apply it." };
    }
    await applyPlan(confirmedPlan, by, now);
    refresh();
    return { ...view, isApplied: true, fingerprint: "" };
  },
  CONFIRMED,
);

async function textIn(form: FormData): Promise<string> {
  const [file, typed] = [form.get("file"), form.get("text")];
  const refuse = (message: string) => invalid([{ attribute: "text", message }]);
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
