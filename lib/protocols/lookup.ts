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
  mayChange: (found: Found, text: string) => boolean = () => false,
) {
  const known = new Map<string, Found>();
  const loader = new DataLoader(load, {
    cache: false,
    maxBatchSize: MAX_BATCH_SIZE,
    // After the current I/O events, so that requests that arrived together share a query.
    batchScheduleFn: (run) => setImmediate(run),
  });
  const keep = (text: string, found: Found | null) => {
    known.delete(text);
    if (found !== null && !mayChange(found, text)) known.set(text, found);
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  };
  return async (text: string): Promise<Found | null> => {
    try {
      const found = await loader.load(text);
      keep(text, found);
      return found;
    } catch (error) {
      const last = known.get(text);
      if (last === undefined || !isConnectionError(error)) throw error;
      return last;
    }
  };
}
