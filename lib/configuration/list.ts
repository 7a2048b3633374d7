import { z } from "zod";
import {
  type Fields,
  isFields,
  type Json,
  keyText,
  listProblems,
  unknownNames,
  withoutDefaults,
} from "./file-input";
import { collectProblems, formatPath, type Path, type Problem } from "./problem";
import type { Comparison, Entry, Keyed, Match, Parsed } from "./section";

/** What a file says of an entry, or what is wrong with it. */
export type Read<E extends Entry> = Omit<E, "key" | "index"> | { problems: Problem[] };

/** The parsed entry, or why it is refused. */
export function readWith<E extends Entry>(path: Path, read: () => Omit<E, "key" | "index">): Read<E> {
  const entries: Omit<E, "key" | "index">[] = [];
  const problems = collectProblems(path, () => entries.push(read()));
  const [entry] = entries;
  return entry ?? { problems };
}

type Identity = { name: string; schema: z.ZodType<string> };

type ListOptions<E extends Entry> = {
  /** “a snitch”. */
  noun: string;
  read(fields: Fields, path: Path): Read<E>;
  /** What identifies an entry. */
  identity?: Identity;
  names?: string[];
  defaults: Record<string, Json>;
  /** What a file has of an entry besides its key. By default, what is not the default. */
  write?(attributes: E["attributes"]): Fields;
};

const KEY: Identity = { name: "key", schema: keyText };

/** How a list of entries with keys is read, written, exported and compared. */
export const defineList = <E extends Entry>({ identity = KEY, ...options }: ListOptions<E>) => ({
  ...LIST,
  defaults: options.defaults,
  parse: (value: unknown, path: Path) => parseEntries<E>(value, path, { identity, ...options }),
  write: (entries: Keyed<E["attributes"]>[]) =>
    entries.map(({ key, attributes }) => ({
      [identity.name]: key,
      ...(options.write?.(attributes) ?? withoutDefaults(attributes, options.defaults)),
    })),
});

/** What all lists have. */
export const LIST = {
  body: z.array(z.looseObject({})),
  export: <Some>(all: Some[]): Some[] => all,
  compare: ({ entry, current }: Match<Entry, Keyed>): Comparison => ({
    before: current?.attributes ?? {},
    after: entry.attributes,
  }),
};

/** More entries than any case has. Longer lists are refused before their entries are read. */
const MAX_ENTRIES = 20_000;

/** Reads a list of entries with keys. An entry that is wrong is left out. */
function parseEntries<E extends Entry>(
  value: unknown,
  path: Path,
  { noun, read, identity, defaults, names = Object.keys(defaults) }: ListOptions<E> & { identity: Identity },
): Parsed<E[]> {
  const list = readList(value, path, MAX_ENTRIES);
  if ("problems" in list) return list;
  const problems: Problem[] = [];
  const entries: E[] = [];
  const places = new Map<string, Path>();
  for (const [index, item] of list.items.entries()) {
    const place = [...path, index];
    if (!isFields(item)) {
      problems.push({ path: place, message: `must be a map with the attributes of ${noun}` });
      continue;
    }
    const { [identity.name]: givenKey, ...fields } = item;
    const key = identity.schema.safeParse(givenKey);
    const result = read(fields, place);
    problems.push(
      ...(key.success
        ? takenKey(key.data, [...place, identity.name], places)
        : listProblems(key.error, [...place, identity.name])),
      ...unknownNames(item, [identity.name, ...names], place, noun),
      ...("problems" in result ? result.problems : []),
    );
    if (key.success && !("problems" in result)) entries.push({ key: key.data, index, ...result } as E);
  }
  return { value: entries, problems };
}

/** The items of a list that is not too long. `what`: “a list of steps”. */
export function readList(
  value: unknown,
  path: Path,
  maximum: number,
  what = "a list",
  items = "entries",
): { items: unknown[] } | Parsed<never> {
  const refuse = (message: string) => ({ value: null, problems: [{ path, message }] });
  if (!Array.isArray(value)) return refuse(`must be ${what}`);
  if (value.length > maximum)
    return refuse(`has too many ${items} (maximum is ${maximum.toLocaleString("en")})`);
  return { items: value };
}

function takenKey(key: string, path: Path, places: Map<string, Path>): Problem[] {
  const other = places.get(key);
  if (!other) {
    places.set(key, path);
    return [];
  }
  const place = formatPath(other.slice(0, -1));
  return [{ path, message: `is already used by ${place}: use a different one` }];
}
