import { routeForm } from "@/lib/channels/route-form";
import { invalidAttribute, parse } from "@/lib/platform/refusal";
import { afterAttribute } from "@/lib/rules/incidents/escalate";
import type { Policy, PolicyStep } from "@/lib/rules/incidents/policy";
import { readSeconds } from "../../snitches/forms/form-seconds";

const MINUTE_S = 60;

/** In place of the minutes of a step that is added. */
export const NEW_STEP = -1;

/** The place of the only step of the form. */
const PLACE = 0;
const AFTER = afterAttribute(PLACE);

/** The step of a form. */
export function readStep(form: FormData) {
  const seconds = readSeconds(AFTER, form.get(AFTER));
  if (seconds === null) throw invalidAttribute(AFTER, "can't be blank");
  return {
    place: PLACE,
    afterMinutes: Math.round(seconds / MINUTE_S),
    userIds: idsIn(form, "user_"),
    channelIds: idsIn(form, "channel_"),
  };
}

const idsIn = (form: FormData, prefix: string) =>
  [...form.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));

/** The policy of a form, with these steps, and its place among the others. The last policy has no fields for a match. */
export function readPolicy(
  form: FormData,
  steps: PolicyStep[],
  others: Policy[],
): { policy: Policy; place: number } {
  const text = (name: string) => String(form.get(name) ?? "");
  const name = text("name").trim();
  const message = name === "" ? "can't be blank" : "is already used by another policy";
  if (name === "" || others.some((other) => other.name === name)) throw invalidAttribute("name", message);
  const { tags_any, tags_none, min_severity } = parse(routeForm, Object.fromEntries(form));
  const policy = {
    name,
    match: { tags_any, tags_none, min_severity },
    steps,
    repeat: Number(text("repeat")),
  };
  return { policy, place: form.has("place") ? Number(text("place")) : others.length };
}
