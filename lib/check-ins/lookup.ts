import DataLoader from "dataloader";
import { isConnectionError } from "@/lib/platform/db-errors";

const MAX_BATCH_SIZE = 500;

/** How many answers are kept for the time when the database is unavailable. */
const MAX_KNOWN = 100_000;

/**
 * Makes a function that finds something in the database by a text. Lookups that arrive together share a query, whose results
 * are in the order of the texts. While the database is unavailable, it answers what it found last; about a text that it never
 * found it throws. `mayChange`: what is not kept for that time, because it may be another by then.
 */
export function createLookup<Found>(
  load: (texts: readonly string[]) => Promise<(Found | null)[]>,
  mayChange: (value: Found, text: string) => boolean = () => false,
) {
  const cache = new Map<string, Found>();
  const loader = new DataLoader(load, {
    cache: false,
    maxBatchSize: MAX_BATCH_SIZE,
    // After the current I/O events, so that requests that arrived together share a query.
    batchScheduleFn: (run) => setImmediate(run),
  });
  const keep = (text: string, value: Found | null) => {
    cache.delete(text);
    if (value !== null && !mayChange(value, text)) cache.set(text, value);
    const [oldest] = cache.keys();
    if (cache.size > MAX_KNOWN && oldest !== undefined) cache.delete(oldest);
  };
  const find = async (text: string): Promise<Found | null> => {
    try {
      const value = await loader.load(text);
      keep(text, value);
      return value;
    } catch (error) {
      const last = cache.get(text);
      if (last === undefined || !isConnectionError(error)) throw error;
      return last;
    }
  };
  /** `knows`: whether it found something last. */
  return Object.assign(find, { knows: (text: string) => cache.has(text) });
}
