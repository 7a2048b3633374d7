import { MAX_CHANNELS } from "@/lib/rules/limits";
import {
  CHANNEL_NAMES,
  type ChannelAttributes,
  type FileSetting,
  ROUTE_DEFAULTS,
  readChannel,
  secretNames,
} from "../channel-attributes";
import {
  type ExistingChannel,
  shownSettings,
  type WantedSettings,
  wantedSettings,
} from "../channel-settings";
import type { AttributeChange } from "../diff";
import { type Json, withoutDefaults } from "../file-input";
import { defineList } from "../list";
import { countNew, type Entry, type NameVariable, type Section, type SectionPlan } from "../section";

type ChannelPlan = SectionPlan<Entry<ChannelAttributes>, ExistingChannel, WantedSettings>;
type Planned = ChannelPlan["planned"][number];

const DEFAULTS: Record<string, Json> = { kind: "", name: "", enabled: true, ...ROUTE_DEFAULTS };

export const channels: Section<Entry<ChannelAttributes>, ExistingChannel, WantedSettings> = {
  ...defineList<Entry<ChannelAttributes>>({
    noun: "a channel",
    names: CHANNEL_NAMES,
    defaults: DEFAULTS,
    read: readChannel,
    write: ({ kind, name, settings, enabled, ...attributes }) => {
      const routing = withoutDefaults<Record<string, Json>>(attributes.routing, ROUTE_DEFAULTS);
      return {
        kind,
        ...(name && { name }),
        settings,
        ...(Object.keys(routing).length > 0 && { routing }),
        ...(!enabled && { enabled }),
      };
    },
  }),
  resource: "channel",
  title: ({ name, kind }) => name || kind,
  export: (all, nameVariable) =>
    all.map(({ key, attributes }) => ({ key, attributes: exportChannel(key, attributes, nameVariable) })),
  findSecrets: wantedSettings,
  compare: ({ entry: { attributes }, current }, wanted, hidesSecrets) => {
    const after = facts(attributes, wanted.all ?? {}, attributes.enabled);
    if (!current) return { before: {}, after };
    const { settings, enabled } = current.attributes;
    return {
      // What Tattle has switched off stays so: that the file says nothing of it is not an order to try again.
      before: facts(current.attributes, settings, enabled ?? attributes.enabled),
      after,
      secrets: changedSecrets(attributes.kind, current.attributes, wanted, hidesSecrets),
    };
  },
  findProblems: ({ planned, staying }) => {
    const count = planned.length + staying.length;
    const message = `would be ${count}: a case can have at most ${MAX_CHANNELS}. Remove some first`;
    return [
      ...(countNew(planned) > 0 && count > MAX_CHANNELS ? [{ path: ["channels"], message }] : []),
      ...severalDefaults(planned),
      ...planned.flatMap((each) => [...otherKind(each), ...each.secrets.problems]),
    ];
  },
};

const facts = (
  { kind, name, routing }: Pick<ChannelAttributes, "kind" | "name" | "routing">,
  settings: Record<string, string>,
  enabled: boolean,
): Record<string, Json> => ({ kind, name, ...shownSettings(kind, settings), ...routing, enabled });

/** Secrets that differ, which look the same. If they are hidden, all that the file has. */
function changedSecrets(
  kind: string,
  current: ExistingChannel["attributes"],
  { all, given }: WantedSettings,
  hidesSecrets: boolean,
): AttributeChange[] {
  if (!all || current.kind !== kind) return [];
  return secretNames(kind, all)
    .filter((name) => current.settings[name])
    .filter((name) => (hidesSecrets ? name in given : current.settings[name] !== all[name]))
    .map((name) => ({ attribute: `settings.${name}`, before: "(secret)", after: "(another secret)" }));
}

const otherKind = ({ entry: { index, attributes }, current }: Planned) => {
  if (!current || current.attributes.kind === attributes.kind) return [];
  const message = `is ${current.attributes.kind} and can’t change: give the new channel another key`;
  return [{ path: ["channels", index, "kind"], message }];
};

const severalDefaults = (planned: Planned[]) =>
  planned
    .filter(({ entry }) => entry.attributes.routing.default)
    .slice(1)
    .map(({ entry }) => ({
      path: ["channels", entry.index, "routing", "default"],
      message: "is true for another channel as well: only one can be the default",
    }));

function exportChannel(
  key: string,
  { kind, name, settings, routing, enabled }: ExistingChannel["attributes"],
  nameVariable: NameVariable,
): ChannelAttributes {
  const secrets = secretNames(kind, settings);
  const entries = Object.entries(settings).flatMap(([setting, value]): [string, FileSetting][] => {
    if (secrets.includes(setting)) return [[setting, { env: nameVariable(key, setting) }]];
    return value === "" ? [] : [[setting, value]];
  });
  return { kind, name, settings: Object.fromEntries(entries), routing, enabled: enabled ?? true };
}
