import { z } from "zod";
import { type NewMaintenance, newMaintenance } from "@/lib/maintenance/input";
import { timesFrom } from "@/lib/maintenance/times-input";
import { newBadge, writeSubject } from "@/lib/pages/badge-input";
import { pageSlug } from "@/lib/pages/page-input";
import { MAX_SHARES } from "@/lib/rules/limits";
import { newSnitch } from "@/lib/snitches/input";
import { filtersSchema } from "@/lib/snitches/settings/filters";
import { BADGE_DEFAULTS, type BadgeAttributes, badgeKey } from "./badge-attributes";
import {
  CHANNEL_NAMES,
  type ChannelAttributes,
  channelEntry,
  ROUTE_DEFAULTS,
  routeOfInput,
} from "./channel-attributes";
import { type Entry, MAINTENANCE_DEFAULTS, type MaintenanceAttributes } from "./configuration";
import { type Fields, isFields, keyList, keyText, listProblems, shortText, unknownNames } from "./file-input";
import { type FilePage, PAGE_NAMES, readPage } from "./page-attributes";
import { collectProblems, formatPath, type Path, type Problem } from "./problem";
import { attributesOfInput, SNITCH_NAMES, type SnitchAttributes } from "./snitch-attributes";

/** More entries than any case has. Longer lists are refused before their entries are read. */
const MAX_ENTRIES = 20_000;

type Read<Attributes> = { attributes: Attributes } | { problems: Problem[] };
type Reader<Attributes> = (fields: Fields, path: Path) => Read<Attributes>;
type Entries<Attributes> = { value: Entry<Attributes>[] | null; problems: Problem[] };

const KEY = { name: "key", schema: keyText };

/** Reads a list of entries with keys. `what`: “a snitch”. An entry that is wrong is left out. */
function parseEntries<Attributes>(
  value: unknown,
  path: Path,
  what: string,
  names: string[],
  read: Reader<Attributes>,
  identity = KEY,
): Entries<Attributes> {
  const refuse = (message: string) => ({ value: null, problems: [{ path, message }] });
  if (!Array.isArray(value)) return refuse("must be a list");
  if (value.length > MAX_ENTRIES)
    return refuse(`has too many entries (maximum is ${MAX_ENTRIES.toLocaleString("en")})`);
  const problems: Problem[] = [];
  const entries: Entry<Attributes>[] = [];
  const places = new Map<string, Path>();
  for (const [index, item] of value.entries()) {
    const place = [...path, index];
    if (!isFields(item)) {
      problems.push({ path: place, message: `must be a map with the attributes of ${what}` });
      continue;
    }
    const { [identity.name]: givenKey, ...fields } = item;
    const key = identity.schema.safeParse(givenKey);
    const result = read(fields, place);
    problems.push(
      ...(key.success
        ? takenKey(key.data, [...place, identity.name], places, what)
        : listProblems(key.error, [...place, identity.name])),
      ...unknownNames(item, [identity.name, ...names], place, what),
      ...("problems" in result ? result.problems : []),
    );
    if (key.success && !("problems" in result)) {
      entries.push({ key: key.data, index, attributes: result.attributes });
    }
  }
  return { value: entries, problems };
}

function takenKey(key: string, path: Path, places: Map<string, Path>, what: string): Problem[] {
  const other = places.get(key);
  if (!other) {
    places.set(key, path);
    return [];
  }
  const place = formatPath(other.slice(0, -1));
  return [{ path, message: `is that of ${place}: each needs a key of its own, and ${what} keeps it` }];
}

const MAX_PARENTS = 5;
const MAX_CHANNELS = 100;

const snitchNames = z.object({
  depends_on: keyList(MAX_PARENTS),
  channels: keyList(MAX_CHANNELS),
  slug: shortText(255),
  environment: shortText(255),
  filters: filtersSchema((_, problem) => problem).default(null),
});

/** Reads the snitches of a file. */
export const parseSnitches = (value: unknown, path: Path): Entries<SnitchAttributes> =>
  parseEntries(value, path, "a snitch", SNITCH_NAMES, readSnitch);

function readSnitch(fields: Fields, path: Path): Read<SnitchAttributes> {
  const { depends_on, channels, slug, environment, filters, ...rest } = fields;
  const names = snitchNames.safeParse({ depends_on, channels, slug, environment, filters });
  const input = newSnitch.safeParse(rest);
  if (!names.success || !input.success) {
    return { problems: [names, input].flatMap(({ error }) => (error ? listProblems(error, path) : [])) };
  }
  return readWith(path, () => attributesOfInput(input.data, names.data));
}

/** The attributes, or what they are refused for. */
function readWith<Attributes>(path: Path, read: () => Attributes): Read<Attributes> {
  const entries: Attributes[] = [];
  const problems = collectProblems(path, () => entries.push(read()));
  const [attributes] = entries;
  return attributes === undefined ? { problems } : { attributes };
}

/** Reads the channels of a file. */
export const parseChannels = (value: unknown, path: Path): Entries<ChannelAttributes> =>
  parseEntries(value, path, "a channel", CHANNEL_NAMES, readChannel);

function readChannel(fields: Fields, path: Path): Read<ChannelAttributes> {
  const result = channelEntry.safeParse(fields);
  const unknown = isFields(fields.routing)
    ? unknownNames(
        fields.routing,
        Object.keys(ROUTE_DEFAULTS),
        [...path, "routing"],
        "the routing of a channel",
      )
    : [];
  if (!result.success) return { problems: [...unknown, ...listProblems(result.error, path)] };
  if (unknown.length > 0) return { problems: unknown };
  const { kind, name = "", settings, routing, enabled } = result.data;
  return { attributes: { kind, name, settings, routing: routeOfInput(routing), enabled } };
}

const MAX_COVERED = 1_000;

/** Reads the recurring maintenance of a file. */
export const parseMaintenance = (value: unknown, path: Path): Entries<MaintenanceAttributes> =>
  parseEntries(value, path, "maintenance", Object.keys(MAINTENANCE_DEFAULTS), readMaintenance);

function readMaintenance(fields: Fields, path: Path): Read<MaintenanceAttributes> {
  const snitches = keyList(MAX_COVERED).safeParse(fields.snitches);
  const result = newMaintenance.safeParse({ ...fields, starts_at: undefined, ends_at: undefined });
  if (!snitches.success) return { problems: listProblems(snitches.error, [...path, "snitches"]) };
  if (!result.success) return { problems: listProblems(result.error, path) };
  const { name, note, all, tags = [], schedule, duration } = result.data;
  if (!schedule || !duration) {
    return {
      problems: [{ path: [...path, "schedule"], message: "can't be blank: only what recurs is in a file" }],
    };
  }
  return readWith(path, () => ({
    name,
    note,
    all: all ?? false,
    tags,
    snitches: snitches.data,
    ...recurringTimes(result.data),
  }));
}

function recurringTimes(input: NewMaintenance) {
  const times = timesFrom(input, null);
  if (times.schedule === null) throw new Error("Only maintenance with a schedule is read.");
  const { schedule, timezone, duration } = times;
  return { schedule, timezone, duration };
}

/** Reads the status pages of a file. Their slugs are their keys. */
export const parsePages = (value: unknown, path: Path): Entries<FilePage> =>
  parseEntries(value, path, "a status page", PAGE_NAMES, readPage, { name: "slug", schema: pageSlug });

/** Reads the badges of a file. One that is wrong is left out. */
export function parseBadges(value: unknown, path: Path): Entries<BadgeAttributes> {
  const refuse = (message: string) => ({ value: null, problems: [{ path, message }] });
  if (!Array.isArray(value)) return refuse("must be a list");
  if (value.length > MAX_SHARES) return refuse(`has too many entries (maximum is ${MAX_SHARES})`);
  const entries = new Map<string, Entry<BadgeAttributes>>();
  const problems = value.flatMap((item: unknown, index): Problem[] => {
    const place = [...path, index];
    const { data, error } = newBadge.safeParse(item);
    if (data) {
      const attributes = { ...data, subject: writeSubject(data.subject) };
      const key = badgeKey(attributes);
      entries.set(key, { key, index, attributes });
    }
    return [
      ...(isFields(item) ? unknownNames(item, Object.keys(BADGE_DEFAULTS), place, "a badge") : []),
      ...(error ? listProblems(error, place) : []),
    ];
  });
  return { value: [...entries.values()], problems };
}
