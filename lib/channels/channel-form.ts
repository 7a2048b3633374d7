import { listFormFields } from "@/lib/channel-kinds/form-fields";

/** The name of a setting in a form. What is secret has another one, so that it is never sent back to the browser. */
export const fieldName = ({ name, isSecret }: { name: string; isSecret: boolean }) =>
  `${isSecret ? "secret" : "settings"}.${name}`;

/** The name of the box that removes an optional secret. */
export const removalName = (name: string) => `remove.${name}`;

const readText = (value: FormDataEntryValue | null) => (typeof value === "string" ? value : "");

/** The settings of a new channel, as its form has them. */
export const settingsIn = (kind: string, form: FormData): Record<string, string> =>
  Object.fromEntries(listFormFields(kind).map((field) => [field.name, readText(form.get(fieldName(field)))]));

/**
 * The changed settings of a channel, as its form has them. A secret that was left empty stays as it is, unless it is to be removed, and
 * so does what equals `shown`: part of it may be masked.
 */
export const changedSettingsIn = (
  kind: string,
  form: FormData,
  shown: Record<string, string>,
): Record<string, string> =>
  Object.fromEntries(
    listFormFields(kind).flatMap((field) => {
      const value = readText(form.get(fieldName(field)));
      const stays = field.isSecret
        ? value === "" && !form.has(removalName(field.name))
        : value === (shown[field.name] ?? "");
      return stays ? [] : [[field.name, value]];
    }),
  );
