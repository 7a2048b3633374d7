import { findKind } from "@/lib/channel-kinds/find";
import { listConfidential } from "@/lib/channel-kinds/kind";
import { parseSettings } from "@/lib/channels/input";
import { refuseToSendElsewhere } from "@/lib/channels/refuse-to-send-elsewhere";
import { findNewHost } from "@/lib/channels/target";
import { type ChannelAttributes, secretNames } from "./channel-attributes";
import type { Entry } from "./configuration";
import type { ExistingChannel } from "./existing";
import { collectProblems, type Path, type Problem } from "./problem";

/** The values of environment variables. Only those that a file names are read. */
export type Environment = Record<string, string | undefined>;

export type PlanOptions = {
  /** Whether what the file does not have is removed, in the sections that it has. */
  prunes: boolean;
  environment: Environment;
  /** Whether a plan says of no secret in a file whether it is the one that is stored: otherwise it could be guessed. */
  hidesSecrets?: boolean;
};

/** A secret that neither the environment nor the channel has. */
export type MissingSecret = { path: Path; variable: string };

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
  { index, attributes: { kind, settings } }: Entry<ChannelAttributes>,
  channel: ExistingChannel | null,
  environment: Environment,
): WantedSettings {
  const path: Path = ["channels", index];
  const values: Record<string, string> = {};
  const secrets: Record<string, string> = {};
  const missing: MissingSecret[] = [];
  for (const secret of listConfidential(findKind(kind))) {
    const value = channel?.settings[secret];
    if (value && !(secret in settings)) secrets[secret] = value;
  }
  for (const [name, value] of Object.entries(settings)) {
    if (typeof value === "string") values[name] = value;
    else if (readOwn(environment, value.env)) values[name] = readOwn(environment, value.env);
    else if (channel && readOwn(channel.settings, name)) secrets[name] = readOwn(channel.settings, name);
    else missing.push({ path: [...path, "settings", name], variable: value.env });
  }
  if (missing.length > 0) return { all: null, given: values, problems: [], missing };
  const parsed: Record<string, string>[] = [];
  const problems = collectProblems(path, () => parsed.push(parseSettings(kind, { ...secrets, ...values })));
  const [all = null] = parsed;
  if (!all) return { all, given: values, problems, missing };
  const change = pickChanged(all, secrets, values);
  const elsewhere = collectProblems(path, () => {
    findNewHost(kind, all, channel?.settings);
    if (channel) refuseToSendElsewhere(kind, channel.settings, all, change);
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
