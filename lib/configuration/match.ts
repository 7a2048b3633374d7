import type { Entry } from "./configuration";

/** An entry of a file and what it describes. */
export type Match<Attributes, Found> = { entry: Entry<Attributes>; current: Found | null };

/** `removed` and `kept`: what the case has and the file does not. Empty if the file says nothing of the kind. */
export type Matched<Attributes, Found> = {
  matches: Match<Attributes, Found>[];
  removed: Found[];
  kept: Found[];
};

/** Finds what each entry of a section describes, by its key. */
export function matchEntries<Attributes, Found extends { key: string }>(
  entries: Entry<Attributes>[] | null,
  existing: Found[],
  prunes: boolean,
): Matched<Attributes, Found> {
  if (!entries) return { matches: [], removed: [], kept: [] };
  const byKey = new Map(existing.map((one) => [one.key, one]));
  const declared = new Set(entries.map(({ key }) => key));
  const others = existing
    .filter(({ key }) => !declared.has(key))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  return {
    matches: entries.map((entry) => ({ entry, current: byKey.get(entry.key) ?? null })),
    removed: prunes ? others : [],
    kept: prunes ? [] : others,
  };
}

/** What a plan has checked to be there. */
export function knownValue<Value>(values: Map<string, Value>, key: string): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error(`There is nothing with the key ${key}.`);
  return value;
}
