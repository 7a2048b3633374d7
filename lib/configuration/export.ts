import { Document, Scalar, visit } from "yaml";
import {
  buildVariableName,
  type ChannelAttributes,
  type FileSetting,
  secretNames,
} from "./channel-attributes";
import { buildContent, type Configuration, type Entry } from "./configuration";
import type { Existing, ExistingChannel } from "./existing";
import type { ExistingBadge } from "./existing-badges";
import type { ExistingPage } from "./existing-pages";
import type { Fields } from "./file-input";
import type { FilePage } from "./page-attributes";
import { buildSteps } from "./plan-escalation";

export const FORMATS = ["yaml", "json"] as const;
export type Format = (typeof FORMATS)[number];

/** What `loadExisting` found, as a file. Nothing is stored. */
export const renderExisting = (existing: Existing, format: Format): string =>
  formatContent(buildContent(buildConfiguration(existing)), format, warnOfLogos(existing.pages));

const warnOfLogos = (pages: ExistingPage[]): string =>
  pages
    .flatMap(({ key, longLogos }) =>
      longLogos.map((name) => `# Too long for a file, and left as it is: ${key}.${name}\n`),
    )
    .sort()
    .join("");

const HEADER = `# Configuration of a case of Tattle. Apply it with: tattle apply FILE
# Secrets are not in this file: “env” names the environment variable of each.
`;

/** The content of a file as text. `warnings`: comments of YAML. */
export const formatContent = (content: Fields, format: Format, warnings = ""): string =>
  format === "json" ? `${JSON.stringify(content, null, 2)}\n` : HEADER + warnings + toYaml(content);

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

const NOT_OF_OWNERS = {
  case: null,
  settings: null,
  escalation: null,
  channels: null,
  maintenance: null,
  pages: null,
  badges: null,
};

function partsOfCase(existing: Existing) {
  const unusedVariable = nameVariables();
  return {
    case: existing.theCase.name,
    settings: existing.settings,
    escalation: buildSteps(existing),
    channels: channelEntries(existing.channels, unusedVariable),
    maintenance: sorted(
      existing.maintenance.filter(
        // One that covers only snitches that were deleted covers nothing.
        ({ attributes: { all, tags, snitches } }) => all || tags.length + snitches.length > 0,
      ),
    ),
    // Also without any: a section that is left out is left as it is, by --prune too.
    pages: pageEntries(existing.pages, unusedVariable),
    badges: sorted(withoutDuplicates(existing.badges)),
  };
}

/** Two badges that are the same in all but their addresses are one in a file. */
const withoutDuplicates = (badges: ExistingBadge[]) => [
  ...new Map(badges.map((badge) => [badge.key, badge])).values(),
];

const sorted = <Attributes>(entries: { key: string; attributes: Attributes }[]): Entry<Attributes>[] =>
  entries
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ key, attributes }, index) => ({ key, index, attributes }));

type VariableOf = (key: string, setting: string) => string;

/** Each secret has a variable of its own. */
function nameVariables(): VariableOf {
  const names = new Set<string>();
  return (key, setting) => {
    const name = buildVariableName(key, setting);
    let free = name;
    for (let count = 2; names.has(free); count++) free = `${name}_${count}`;
    names.add(free);
    return free;
  };
}

const channelEntries = (channels: ExistingChannel[], variable: VariableOf): Entry<ChannelAttributes>[] =>
  sorted(channels.map((channel) => ({ key: channel.key, attributes: channel }))).map((entry) => ({
    ...entry,
    attributes: channelAttributes(entry.attributes, variable),
  }));

const pageEntries = (pages: ExistingPage[], variable: VariableOf): Entry<FilePage>[] =>
  sorted(pages).map(({ key, index, attributes }) => ({
    key,
    index,
    attributes: {
      ...attributes,
      password: attributes.visibility === "password" ? { env: variable(key, "password") } : null,
    },
  }));

function channelAttributes(
  { key, kind, name, settings, routing, enabled }: ExistingChannel,
  variable: VariableOf,
): ChannelAttributes {
  const secrets = secretNames(kind, settings);
  const entries = Object.entries(settings).flatMap(([setting, value]): [string, FileSetting][] => {
    if (secrets.includes(setting)) return [[setting, { env: variable(key, setting) }]];
    return value === "" ? [] : [[setting, value]];
  });
  return { kind, name, settings: Object.fromEntries(entries), routing, enabled: enabled ?? true };
}
