import { Document, Scalar, visit } from "yaml";
import {
  buildVariableName,
  type ChannelAttributes,
  type FileSetting,
  secretNames,
} from "./channel-attributes";
import { buildContent, type Configuration, type Entry } from "./configuration";
import { type Existing, type ExistingChannel, loadExisting } from "./existing";
import type { Fields } from "./file-input";
import { assignKeys } from "./keys";
import { buildSteps } from "./plan-escalation";

export const FORMATS = ["yaml", "json"] as const;
export type Format = (typeof FORMATS)[number];

/** The configuration of a case as a file. The same configuration gives the same text. Gives keys to what has none. */
export async function exportCase(caseId: string, format: Format): Promise<string> {
  await assignKeys(caseId);
  return renderExisting(await loadExisting(caseId), format);
}

/** What `loadExisting` found, as a file. Nothing is stored. */
export const renderExisting = (existing: Existing, format: Format): string =>
  formatContent(buildContent(buildConfiguration(existing)), format);

const HEADER = `# Configuration of a case of Tattle. Apply it with: tattle apply FILE
# Secrets are not in this file: “env” names the environment variable of each.
`;

/** The content of a file as text. */
export const formatContent = (content: Fields, format: Format): string =>
  format === "json" ? `${JSON.stringify(content, null, 2)}\n` : HEADER + toYaml(content);

function toYaml(content: Fields): string {
  const document = new Document(content, { aliasDuplicateObjects: false });
  // As a block, the library writes blanks in the first line so that no reader finds them again.
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === "string" && /^\s/.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** What a case has, as a file says it; for an owner, only snitches. Lists are in the order of their keys. */
const buildConfiguration = (existing: Existing): Configuration => ({
  ...(existing.owner ? NOT_OF_OWNERS : partsOfCase(existing)),
  snitches: sorted(existing.snitches),
});

const NOT_OF_OWNERS = { case: null, settings: null, escalation: null, channels: null, maintenance: null };

const partsOfCase = (existing: Existing) => ({
  case: existing.theCase.name,
  settings: existing.settings,
  escalation: buildSteps(existing),
  channels: channelEntries(existing.channels),
  maintenance: sorted(
    existing.maintenance.filter(
      // One that covers only snitches that were deleted covers nothing.
      ({ attributes: { all, tags, snitches } }) => all || tags.length + snitches.length > 0,
    ),
  ),
});

const sorted = <Attributes>(entries: { key: string; attributes: Attributes }[]): Entry<Attributes>[] =>
  entries
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ key, attributes }, index) => ({ key, index, attributes }));

/** Each secret has a variable of its own. */
function channelEntries(channels: ExistingChannel[]): Entry<ChannelAttributes>[] {
  const names = new Set<string>();
  const unusedVariable = (key: string, setting: string) => {
    const name = buildVariableName(key, setting);
    let free = name;
    for (let count = 2; names.has(free); count++) free = `${name}_${count}`;
    names.add(free);
    return free;
  };
  return sorted(channels.map((channel) => ({ key: channel.key, attributes: channel }))).map((entry) => ({
    ...entry,
    attributes: channelAttributes(entry.attributes, unusedVariable),
  }));
}

function channelAttributes(
  { key, kind, name, settings, routing, enabled }: ExistingChannel,
  variable: (key: string, setting: string) => string,
): ChannelAttributes {
  const secrets = secretNames(kind, settings);
  const entries = Object.entries(settings).flatMap(([setting, value]): [string, FileSetting][] => {
    if (secrets.includes(setting)) return [[setting, { env: variable(key, setting) }]];
    return value === "" ? [] : [[setting, value]];
  });
  return { kind, name, settings: Object.fromEntries(entries), routing, enabled: enabled ?? true };
}
