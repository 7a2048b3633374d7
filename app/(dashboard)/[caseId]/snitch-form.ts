/** The fields of a snitch’s form as the API’s attributes, where tags are a list. */
export function readSnitchFields(form: FormData) {
  const { tags, ...fields } = Object.fromEntries(form);
  return { ...fields, tags: String(tags ?? "").split(",") };
}

/** Who gets the alerts of a snitch without recipients of its own. */
export const defaultRecipients = ({ alertEmail }: { alertEmail: string | null }) =>
  alertEmail ?? "everyone in the case";
