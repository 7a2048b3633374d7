import { findKind } from "@/lib/channel-kinds/find";
import { listConfidential } from "@/lib/channel-kinds/kind";
import { parseSettings } from "@/lib/channels/input";
import { refuseToSendElsewhere } from "@/lib/channels/refuse-to-send-elsewhere";
import { findNewHost } from "@/lib/channels/target";
import { type ChannelAttributes, secretNames } from "./channel-attributes";
import { collectProblems, type Path, type Problem } from "./problem";
import type { Entry, Environment, Keyed, Match, MissingSecret } from "./section";

export type ExistingChannel = Keyed<{
  kind: string;
  name: string;
  settings: Record<string, string>;
  routing: ChannelAttributes["routing"];
  /** Null if Tattle switched it off, because files do not contain that. */
  enabled: boolean | null;
}> & { id: string };

export type WantedSettings = {
  /** All settings, parsed. Null if they cannot be used. */
  all: Record<string, string> | null;
  /** Those that are not kept: what `changeChannel` takes. */
  given: Record<string, string>;
  problems: Problem[];
  missing: MissingSecret[];
};

/**
 * The settings that a channel shall have. A secret that is left out, or whose variable is not set, stays what it is; any other
 * setting that is left out has its default.
 */
export function wantedSettings(
  { entry, current }: Match<Entry<ChannelAttributes>, ExistingChannel>,
  environment: Environment,
): WantedSettings {
  const { index, attributes } = entry;
  const { kind, settings } = attributes;
  const before = current?.attributes.settings;
  const path: Path = ["channels", index];
  const values: Record<string, string> = {};
  const secrets: Record<string, string> = {};
  const missing: MissingSecret[] = [];
  for (const secret of listConfidential(findKind(kind))) {
    const value = before?.[secret];
    if (value && !(secret in settings)) secrets[secret] = value;
  }
  for (const [name, value] of Object.entries(settings)) {
    if (typeof value === "string") values[name] = value;
    else if (readOwn(environment, value.env)) values[name] = readOwn(environment, value.env);
    else if (before && readOwn(before, name)) secrets[name] = readOwn(before, name);
    else missing.push({ path: [...path, "settings", name], variable: value.env });
  }
  if (missing.length > 0) return { all: null, given: values, problems: [], missing };
  const parsed: Record<string, string>[] = [];
  const problems = collectProblems(path, () => parsed.push(parseSettings(kind, { ...secrets, ...values })));
  const [all = null] = parsed;
  if (!all) return { all, given: values, problems, missing };
  const change = pickChanged(all, secrets, values);
  const elsewhere = collectProblems(path, () => {
    findNewHost(kind, all, before);
    if (before) refuseToSendElsewhere(kind, before, all, change);
  });
  return { all, given: change, problems: elsewhere, missing };
}

/** A name such as `constructor` is one that every object knows, and no variable. */
export const readOwn = (values: Environment, name: string): string =>
  Object.hasOwn(values, name) ? (values[name] ?? "") : "";

/** All settings but the secrets that stay. */
const pickChanged = (
  all: Record<string, string>,
  secrets: Record<string, string>,
  values: Record<string, string>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => name in values || !(name in secrets)));

/** Settings as a plan shows them. */
export function shownSettings(kind: string, settings: Record<string, string>): Record<string, string | null> {
  const secrets = secretNames(kind, settings);
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      `settings.${name}`,
      secrets.includes(name) ? "(secret)" : value || null,
    ]),
  );
}
