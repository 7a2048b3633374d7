/** A snitch's form in the words of the API: tags are a list there, and an empty interval is an absent one. */
export function snitchFieldsIn(form: FormData) {
  const { tags, ...fields } = Object.fromEntries(form);
  return { ...fields, tags: String(tags ?? "").split(",") };
}

/** Who is told when a snitch names nobody. */
export const otherwiseTold = ({ alertEmail }: { alertEmail: string | null }) =>
  alertEmail ?? "everyone in the case";
