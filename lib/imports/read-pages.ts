import { Refusal } from "@/lib/platform/refusal";

/** An account with more pages or records is not read to its end. */
const MAX_PAGES = 400;
export const MAX_RECORDS = 10_000;

/**
 * The records of all pages. `load` gets null for the first page, and returns the name of the next one; null after the last.
 * A page that brings nothing new is the last.
 */
export async function readPages<Item>(
  load: (page: string | null) => Promise<{ items: Item[]; next: string | null }>,
  idOf: (item: Item) => string,
): Promise<Item[]> {
  const itemsByKey = new Map<string, Item>();
  let page: string | null = null;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const { items, next } = await load(page);
    const before = itemsByKey.size;
    for (const item of items) itemsByKey.set(idOf(item), item);
    if (itemsByKey.size > MAX_RECORDS) break;
    if (next === null || itemsByKey.size === before) return [...itemsByKey.values()];
    page = next;
  }
  throw tooMany();
}

export const tooMany = () =>
  new Refusal(
    "resource_invalid",
    `There are more than ${MAX_RECORDS.toLocaleString("en")} monitors, too many for one import. Nothing was changed.`,
  );
