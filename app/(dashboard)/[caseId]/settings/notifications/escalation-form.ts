import { invalid } from "@/lib/platform/refusal";
import { readSeconds } from "../../snitches/forms/form-seconds";
import { AFTER } from "./after";

const MINUTE_S = 60;

/** The step of a form. */
export function readStep(form: FormData) {
  const seconds = readSeconds(AFTER, form.get(AFTER));
  if (seconds === null) throw invalid([{ attribute: AFTER, message: "can't be blank" }]);
  return {
    place: 0,
    afterMinutes: Math.round(seconds / MINUTE_S),
    userIds: idsIn(form, "user_"),
    channelIds: idsIn(form, "channel_"),
  };
}

const idsIn = (form: FormData, prefix: string) =>
  [...form.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
