import { MAX_STEPS } from "@/lib/rules/incidents/escalate";
import { readSeconds } from "../../snitches/forms/form-seconds";

const MINUTE_S = 60;

/** The steps of the form, each with its place in it. One without a time is no step. */
export function readEscalationSteps(form: FormData) {
  return Array.from({ length: MAX_STEPS }, (_, place) => place).flatMap((place) => {
    const attribute = `after_${place}`;
    const seconds = readSeconds(attribute, form.get(attribute));
    if (seconds === null) return [];
    return {
      place,
      afterMinutes: Math.round(seconds / MINUTE_S),
      userIds: idsIn(form, `user_${place}_`),
      channelIds: idsIn(form, `channel_${place}_`),
    };
  });
}

const idsIn = (form: FormData, prefix: string) =>
  [...form.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
