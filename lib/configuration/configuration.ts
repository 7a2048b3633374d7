import { CASE_SETTINGS } from "@/lib/cases/settings";
import { type AttributesOf, attributesOf, defaultsOf } from "@/lib/platform/setting";
import type { Hint } from "@/lib/rules/incidents/hints";
import { FILTER_DEFAULTS } from "@/lib/snitches/filter-attributes";
import { BADGE_DEFAULTS, type BadgeAttributes } from "./badge-attributes";
import { type ChannelAttributes, ROUTE_DEFAULTS } from "./channel-attributes";
import { type Fields, type Json, withoutDefaults } from "./file-input";
import { type FilePage, PAGE_DEFAULTS } from "./page-attributes";
import { SNITCH_DEFAULTS, type SnitchAttributes } from "./snitch-attributes";

/** The version of the format. Another one is refused. */
export const VERSION = 1;

/** The settings of the case itself. */
export type CaseSettings = AttributesOf<typeof CASE_SETTINGS>;

export const SETTING_DEFAULTS: CaseSettings = attributesOf(CASE_SETTINGS, defaultsOf(CASE_SETTINGS));

/** Whom an incident is escalated to, with channels by their keys and people by their addresses. */
export type Step = { after_minutes: number; channels: string[]; people: string[] };

/** Maintenance that recurs. It has exactly one of `all`, `tags` and `snitches`. */
export type MaintenanceAttributes = {
  name: string;
  note: string;
  all: boolean;
  tags: string[];
  snitches: string[];
  schedule: string;
  timezone: string;
  duration: number;
};

export const MAINTENANCE_DEFAULTS: MaintenanceAttributes = {
  name: "",
  note: "",
  all: false,
  tags: [],
  snitches: [],
  schedule: "",
  timezone: "UTC",
  duration: 0,
};

/** An entry of a list, and its place there. */
export type Entry<Attributes> = { key: string; index: number; attributes: Attributes };

/** What a file says. A section that it does not have is null: all of that stays as it is. */
export type Configuration = {
  /** The name or the id of the case. Null if the file names none. */
  case: string | null;
  settings: CaseSettings | null;
  escalation: Step[] | null;
  channels: Entry<ChannelAttributes>[] | null;
  snitches: Entry<SnitchAttributes>[] | null;
  maintenance: Entry<MaintenanceAttributes>[] | null;
  /** With their slugs as keys. */
  pages: Entry<FilePage>[] | null;
  badges: Entry<BadgeAttributes>[] | null;
};

/** A configuration as a file has it: without what is the default, and each entry after its key. */
export const buildContent = (configuration: Configuration): Fields => ({
  version: VERSION,
  ...(configuration.case !== null && { case: configuration.case }),
  ...(configuration.settings && { settings: settingsContent(configuration.settings) }),
  ...(configuration.escalation && { escalation: configuration.escalation.map(stepContent) }),
  ...(configuration.channels && { channels: configuration.channels.map(channelContent) }),
  ...(configuration.snitches && { snitches: configuration.snitches.map(snitchContent) }),
  ...(configuration.maintenance && {
    maintenance: configuration.maintenance.map(({ key, attributes }) => ({
      key,
      ...withoutDefaults(attributes, MAINTENANCE_DEFAULTS),
    })),
  }),
  ...(configuration.pages && {
    pages: configuration.pages.map(({ key, attributes }) => ({
      slug: key,
      ...withoutDefaults<Record<string, Json>>(attributes, PAGE_DEFAULTS),
    })),
  }),
  ...(configuration.badges && {
    badges: configuration.badges.map(({ attributes }) => withoutDefaults(attributes, BADGE_DEFAULTS)),
  }),
});

const settingsContent = (settings: CaseSettings): Fields => ({
  ...withoutDefaults(settings, SETTING_DEFAULTS),
  ...(settings.hints.length > 0 && { hints: settings.hints.map(hintContent) }),
});

/** What is null is left out. */
const hintContent = (hint: Hint): Fields =>
  Object.fromEntries(Object.entries(hint).filter(([, value]) => value !== null));

const stepContent = ({ after_minutes, channels, people }: Step): Fields => ({
  after_minutes,
  ...(channels.length > 0 && { channels }),
  ...(people.length > 0 && { people }),
});

function channelContent({ key, attributes }: Entry<ChannelAttributes>): Fields {
  const { kind, name, settings, enabled } = attributes;
  const routing = withoutDefaults<Record<string, Json>>(attributes.routing, ROUTE_DEFAULTS);
  return {
    key,
    kind,
    ...(name && { name }),
    settings,
    ...(Object.keys(routing).length > 0 && { routing }),
    ...(!enabled && { enabled }),
  };
}

function snitchContent({ key, attributes }: Entry<SnitchAttributes>): Fields {
  const content = withoutDefaults<Record<string, Json>>(attributes, SNITCH_DEFAULTS);
  const { filters } = attributes;
  return {
    key,
    ...content,
    ...(filters && { filters: withoutDefaults<Record<string, Json>>(filters, FILTER_DEFAULTS) }),
  };
}
