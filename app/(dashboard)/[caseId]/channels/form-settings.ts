import { listFormFields } from "@/lib/channel-kinds/form-fields";
import { fieldName, removalName } from "@/lib/channels/channel-form";
import type { SettingField } from "./setting-fields";

/** The settings of a kind as its form has them. `saved`: all settings of a channel, secrets included, which are not returned. */
export const formSettings = (kind: string, saved: Record<string, string> = {}): SettingField[] =>
  listFormFields(kind).map((field) => ({
    ...field,
    input: fieldName(field),
    ...(field.isSecret && field.isOptional && saved[field.name] && { removal: removalName(field.name) }),
  }));
