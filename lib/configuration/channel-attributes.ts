import { z } from "zod";
import { findKind } from "@/lib/channel-kinds/find";
import { listConfidential } from "@/lib/channel-kinds/kind";
import { mergeRoute, newChannel } from "@/lib/channels/input";
import { findHoursProblems, ROUTING } from "@/lib/channels/routing";
import { ENV_NAMES } from "@/lib/platform/env";
import { attributesOf, defaultsOf } from "@/lib/platform/setting";
import { ANY_TIME } from "@/lib/rules/notifications/channel-hours";
import { type Fields, isFields, listProblems, unknownNames } from "./file-input";
import type { Read } from "./list";
import type { Path } from "./problem";
import type { Entry } from "./section";

/** A setting in a file: its value, or the name of the environment variable that holds it. */
export type FileSetting = string | { env: string };

export const ROUTE_DEFAULTS = attributesOf(ROUTING, defaultsOf(ROUTING));

/** A channel as a file describes it. */
export type ChannelAttributes = {
  kind: string;
  name: string;
  settings: Record<string, FileSetting>;
  routing: typeof ROUTE_DEFAULTS;
  enabled: boolean;
};

export const CHANNEL_NAMES = ["kind", "name", "settings", "routing", "enabled"];

const NOT_A_SETTING = "must be text, or env: with the name of an environment variable. Put numbers in quotes";

/** The name of an environment variable that a file may read. */
export const variable = z
  .string({ error: NOT_A_SETTING })
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]{0,254}$/,
    "must be the name of an environment variable: letters, digits and “_”",
  )
  .refine((name) => !ENV_NAMES.includes(name), "is a setting of Tattle itself: use another name");

/** The input for a channel of a file. Its settings are read together with those of the channel that there is. */
const channelEntry = z.object({
  kind: newChannel.shape.kind,
  name: newChannel.shape.name,
  routing: newChannel.shape.routing.nullable(),
  enabled: z
    .boolean({ error: "must be true or false" })
    .nullish()
    .transform((value) => value ?? true),
  settings: z
    .record(z.string(), z.union([z.string(), z.strictObject({ env: variable })], { error: NOT_A_SETTING }), {
      error: "must be a map of the settings of its kind",
    })
    .nullish()
    .transform((settings) => settings ?? {}),
});

/** Reads a channel of a file, or what is wrong with it. */
export function readChannel(fields: Fields, path: Path): Read<Entry<ChannelAttributes>> {
  const { data, error } = channelEntry.safeParse(fields);
  const names = Object.keys(ROUTE_DEFAULTS);
  const problems = [
    ...(isFields(fields.routing)
      ? unknownNames(fields.routing, names, [...path, "routing"], "the routing of a channel")
      : []),
    ...(error ? listProblems(error, path) : []),
  ];
  if (!data || problems.length > 0) return { problems };
  const { kind, name = "", settings, enabled } = data;
  const hours = findHoursProblems(kind, data.routing ?? {}, ANY_TIME);
  if (hours.length > 0)
    return {
      problems: hours.map(({ name: part, message }) => ({ path: [...path, "routing", part], message })),
    };
  // A part of the routing that is left out has its default.
  const { route, isDefault } = mergeRoute(kind, data.routing ?? {});
  const routing = attributesOf(ROUTING, { ...route, isDefault });
  return { attributes: { kind, name, settings, routing, enabled } };
}

/**
 * The settings that a file does not contain: what is secret, and what contains a secret, as the URL of a webhook, whose path alone may
 * allow posting. Empty ones are not secret.
 */
export const secretNames = (kind: string, settings: Record<string, string>): string[] =>
  listConfidential(findKind(kind)).filter((name) => settings[name]);

/** The environment variable that an exported file names for a secret: `OPS_SLACK_URL`. */
export const buildVariableName = (key: string, setting: string): string => {
  const name = `${key}_${setting}`
    .toUpperCase()
    .replace(/[^A-Z0-9_]/g, "_")
    .slice(0, 255);
  return /^\d/.test(name) || ENV_NAMES.includes(name) ? `_${name}`.slice(0, 255) : name;
};
