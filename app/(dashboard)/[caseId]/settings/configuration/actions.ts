"use server";

import { refresh } from "next/cache";
import { caseAction } from "@/app/actions/case-action";
import { applyPlan, planText } from "@/lib/configuration/apply";
import { invalid } from "@/lib/platform/refusal";
import { viewOfPlan, viewOfProblems } from "./plan-view";

const SECRET = "secret.";

/** In characters. Reading a longer file would keep other requests waiting for seconds. */
const MAX_TEXT = 1_000_000;

/**
 * Shows what a file would change, and applies it when the form confirms exactly that. Secrets come from the form, and never from
 * the environment of this server.
 */
export const configurationAction = caseAction("change_settings", [], async ({ theCase, by, form, now }) => {
  const submitted = { text: await textIn(form), prunes: form.get("prune") === "on" };
  const options = { prunes: submitted.prunes, environment: secretsIn(form) };
  const planned = await planText(theCase.id, submitted.text, options);
  if (!("plan" in planned)) return viewOfProblems(submitted, planned.problems);
  const view = viewOfPlan(submitted, planned);
  const confirmed = form.get("confirmed");
  if (!confirmed || !view.fingerprint) return view;
  if (confirmed !== view.fingerprint) {
    return { ...view, note: "The plan has changed. Look at it again before you apply it." };
  }
  await applyPlan(planned, by, now);
  refresh();
  return { ...view, isApplied: true, fingerprint: "" };
});

async function textIn(form: FormData): Promise<string> {
  const [file, typed] = [form.get("file"), form.get("text")];
  const refuse = (message: string) => invalid([{ attribute: "text", message }]);
  const isFile = file instanceof File && file.size > 0;
  const length = isFile ? file.size : String(typed ?? "").length;
  if (length > MAX_TEXT) throw refuse("is too large for a page: apply the file at the command line");
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
