import { slugify } from "@/lib/rules/slug";

const MAX_BASE = 240;

export type Keyless = { id: string; key: string | null; name: string };

/**
 * The key of each, by its id: its own, or else one made of its name, with -2, -3 … if that is taken. Those without one get theirs
 * in the order of their ids, so that the same ones get the same keys whenever this is called.
 */
export function keysFor(all: Keyless[], fallback: string): Map<string, string> {
  const keys = new Map(all.flatMap(({ id, key }) => (key === null ? [] : [[id, key]])));
  const usedKeys = new Set(keys.values());
  const counts = new Map<string, number>();
  for (const { id, name } of all.filter(({ key }) => key === null).sort(byId)) {
    const base = slugify(name).slice(0, MAX_BASE) || fallback;
    let count = counts.get(base) ?? 1;
    const candidate = () => (count === 1 ? base : `${base}-${count}`);
    while (usedKeys.has(candidate())) count++;
    counts.set(base, count);
    usedKeys.add(candidate());
    keys.set(id, candidate());
  }
  return keys;
}

const byId = (one: Keyless, other: Keyless) => (one.id < other.id ? -1 : 1);

/** The keys of these ids, sorted. Ids without a key are left out. */
export const listKeys = (keys: Map<string, string>, ids: string[]): string[] =>
  [...new Set(ids.flatMap((id) => keys.get(id) ?? []))].sort();
