/** A snitch that a form names. */
export type Picked = { token: string; name: string };

/** What the token of a tag begins with, and no token of a snitch does. */
export const TAG_MARK = "#";

/** The field of a form that names snitches in words, for readers without JavaScript. */
export const textField = (name: string) => `${name}_text`;

/** The value of a field with the picked snitches: a query of names by token, which can be read whatever people make of it. */
export const formatPicked = (picked: Picked[]) =>
  new URLSearchParams(picked.map(({ token, name }) => [token, name])).toString();

export const parsePicked = (value: string): Picked[] =>
  [...new URLSearchParams(value)].map(([token, name]) => ({ token, name }));

/** The same as text: “Backup (ab12cd34), Import (cd34ef56)”. A comma in a name would part it. */
export const describePicked = (picked: Picked[]) =>
  picked.map(({ token, name }) => `${name.replaceAll(",", " ")} (${token})`).join(", ");

/** What a form names, as names or tokens: what was picked, or what was typed without JavaScript. */
export function readPicked(form: FormData, field: string): string[] {
  const text = form.get(textField(field));
  const picked = form.get(field);
  if (typeof text === "string") return split(text);
  return typeof picked === "string" ? parsePicked(picked).map(({ token }) => token) : [];
}

const split = (text: string) =>
  text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
