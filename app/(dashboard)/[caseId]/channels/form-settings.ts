import { findKind } from "@/lib/channel-kinds/find";
import { listFormFields } from "@/lib/channel-kinds/form-fields";
import { fieldName, removalName } from "@/lib/channels/channel-form";
import type { SettingField } from "./setting-fields";

type FormSettings = {
  fields: SettingField[];
  /** The ways to set it up, of which the fields are those of one; absent if there is one. */
  ways?: { names: string[]; current: string };
  /** The inputs that remove what is saved of the other ways. */
  removals: string[];
};

/**
 * The settings of a kind as its form has them. `saved`: all settings of a channel, secrets included, which are not returned. `way`: the one
 * that was chosen; by default the one that is saved, or the first.
 */
export function formSettings(kind: string, saved: Record<string, string> = {}, way?: unknown): FormSettings {
  const all = listFormFields(kind).map((field) => ({
    ...field,
    input: fieldName(field),
    ...(field.isSecret && field.isOptional && saved[field.name] && { removal: removalName(field.name) }),
  }));
  const { ways } = findKind(kind);
  if (!ways) return { fields: all, removals: [] };
  const names = Object.keys(ways);
  const savedWay = names.find((name) => ways[name]?.some((setting) => saved[setting]));
  const current = names.find((name) => name === way) ?? savedWay ?? names[0] ?? "";
  const isOfWay = ({ name }: SettingField) => ways[current]?.includes(name) ?? false;
  const others = all.filter((field) => !isOfWay(field));
  return {
    fields: all.filter(isOfWay).map(({ removal: _, ...field }) => ({ ...field, isOptional: false })),
    ways: { names, current },
    removals: others.flatMap(({ removal }) => removal ?? []),
  };
}
