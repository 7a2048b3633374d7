import { notEmailedInWords } from "@/components/snitches/not-emailed-words";
import type { TimesInWords } from "@/components/time-in-words";
import { mustConfirm } from "@/lib/emails/recipients/register";
import { SUGGESTIONS } from "@/lib/rules/suggestions/suggestion";
import { readAlertingAttributes } from "./alerting-form";
import { readFilters } from "./filter-form";
import { readRunAttributes } from "./run-form";
import { readScheduleAttributes } from "./schedule-form";

/** The fields of a snitch’s form as the API’s attributes, where tags are a list. */
export function readSnitchFields(form: FormData) {
  const { tags, ...fields } = Object.fromEntries(form);
  return {
    ...readScheduleAttributes(fields),
    ...readRunAttributes(fields),
    ...readAlertingAttributes(form),
    filters: readFilters(form),
    tags: String(tags ?? "").split(","),
    ...("silenced" in fields && { silenced: SUGGESTIONS.filter((each) => `silenced.${each}` in fields) }),
  };
}

/** What a form says below its recipients, one sentence for each line: those who are not e-mailed, and what new ones must do. */
export function recipientNotes(
  notEmailed: ({ address: string } & Parameters<typeof notEmailedInWords>[0])[],
  date: TimesInWords["date"],
) {
  const notes = notEmailed.map((recipient) => `${recipient.address}: ${notEmailedInWords(recipient, date)}.`);
  if (mustConfirm()) notes.push("An address outside the case is asked to confirm first.");
  return notes;
}

/** Who gets the alerts of a snitch without recipients of its own. */
export const defaultRecipients = ({ alertEmail }: { alertEmail: string | null }) =>
  alertEmail ?? "everyone in the case";
