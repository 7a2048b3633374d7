import { MAX_CHANNELS } from "@/lib/rules/limits";
import { type ChannelAttributes, ROUTE_DEFAULTS, secretNames } from "./channel-attributes";
import {
  type MissingSecret,
  type PlanOptions,
  shownSettings,
  type WantedSettings,
  wantedSettings,
} from "./channel-settings";
import { type AttributeChange, attributesGiven, type Change, changesBetween } from "./diff";
import type { Existing, ExistingChannel } from "./existing";
import type { Json } from "./file-input";
import { type Match, matchEntries } from "./match";
import type { ParsedFile } from "./parse";
import type { Problem } from "./problem";

type ChannelMatch = Match<ChannelAttributes, ExistingChannel>;
export type PlannedChannel = ChannelMatch & { change: Change; wanted: WantedSettings };

export type ChannelPlan = {
  planned: PlannedChannel[];
  removed: ExistingChannel[];
  kept: ExistingChannel[];
  problems: Problem[];
  missing: MissingSecret[];
};

/** What becomes of the channels, and why it cannot be done. */
export function planChannels(
  file: ParsedFile,
  existing: Existing,
  { prunes, environment, hidesSecrets = false }: PlanOptions,
): ChannelPlan {
  const { matches, ...absent } = matchEntries(file.configuration.channels, existing.channels, prunes);
  const planned = matches.map((match) => {
    const wanted = wantedSettings(match.entry, match.current, environment);
    return { ...match, wanted, change: buildChange(match, wanted, hidesSecrets) };
  });
  return {
    planned,
    ...absent,
    problems: [
      ...tooMany(planned, absent.removed, existing),
      ...severalDefaults(planned),
      ...planned.flatMap((each) => [...otherKind(each), ...each.wanted.problems]),
    ],
    missing: planned.flatMap(({ wanted }) => wanted.missing),
  };
}

function buildChange(
  { entry, current }: ChannelMatch,
  wanted: WantedSettings,
  hidesSecrets: boolean,
): Change {
  const { key, attributes } = entry;
  const { kind, name } = attributes;
  const of = { resource: "channel" as const, key, name: name || kind };
  const after = facts(kind, name, attributes, attributes.enabled, wanted.all ?? {});
  if (!current) return { ...of, action: "create", attributes: attributesGiven(DEFAULTS, after) };
  // What Tattle has switched off stays so: that the file says nothing of it is no order to try again.
  const enabled = current.enabled ?? attributes.enabled;
  const before = facts(current.kind, current.name, current, enabled, current.settings);
  const differences = [
    ...changesBetween(before, after),
    ...changedSecrets(kind, current, wanted, hidesSecrets),
  ];
  return { ...of, action: differences.length > 0 ? "change" : "unchanged", attributes: differences };
}

const DEFAULTS: Record<string, Json> = { kind: "", name: "", enabled: true, ...ROUTE_DEFAULTS };

const facts = (
  kind: string,
  name: string,
  { routing }: Pick<ChannelAttributes, "routing">,
  enabled: boolean,
  settings: Record<string, string>,
): Record<string, Json> => ({ kind, name, ...shownSettings(kind, settings), ...routing, enabled });

/** Secrets that differ, which look the same. If they are hidden, all that the file has. */
function changedSecrets(
  kind: string,
  channel: ExistingChannel,
  { all, given }: WantedSettings,
  hidesSecrets: boolean,
): AttributeChange[] {
  if (!all || channel.kind !== kind) return [];
  return secretNames(kind, all)
    .filter((name) => channel.settings[name])
    .filter((name) => (hidesSecrets ? name in given : channel.settings[name] !== all[name]))
    .map((name) => ({ attribute: `settings.${name}`, before: "(secret)", after: "(another secret)" }));
}

const otherKind = ({ entry, current }: PlannedChannel): Problem[] =>
  !current || current.kind === entry.attributes.kind
    ? []
    : [
        {
          path: ["channels", entry.index, "kind"],
          message: `is ${current.kind} and can’t change: give the new channel another key`,
        },
      ];

function tooMany(planned: PlannedChannel[], removed: ExistingChannel[], existing: Existing): Problem[] {
  const newCount = planned.filter(({ current }) => !current).length;
  const count = existing.channels.length + newCount - removed.length;
  if (newCount === 0 || count <= MAX_CHANNELS) return [];
  return [
    {
      path: ["channels"],
      message: `would be ${count}: a case has at most ${MAX_CHANNELS}. Remove some first`,
    },
  ];
}

const severalDefaults = (planned: PlannedChannel[]): Problem[] =>
  planned
    .filter(({ entry }) => entry.attributes.routing.default)
    .slice(1)
    .map(({ entry }) => ({
      path: ["channels", entry.index, "routing", "default"],
      message: "is true for another channel as well: only one can be the default",
    }));
