import { invalid } from "@/lib/platform/refusal";
import { afterAttribute } from "@/lib/rules/incidents/escalate";
import { readSeconds } from "../../snitches/forms/form-seconds";

const MINUTE_S = 60;

/** The place of the only step of the form. */
const PLACE = 0;
const AFTER = afterAttribute(PLACE);

/** The step of a form. */
export function readStep(form: FormData) {
  const seconds = readSeconds(AFTER, form.get(AFTER));
  if (seconds === null) throw invalid([{ attribute: AFTER, message: "can't be blank" }]);
  return {
    place: PLACE,
    afterMinutes: Math.round(seconds / MINUTE_S),
    userIds: idsIn(form, "user_"),
    channelIds: idsIn(form, "channel_"),
  };
}

const idsIn = (form: FormData, prefix: string) =>
  [...form.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
