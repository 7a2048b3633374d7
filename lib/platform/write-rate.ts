import { setTimeout as sleep } from "node:timers/promises";
import { query } from "./db";

/** The next id of a transaction that writes: Postgres gives them in order, and takes no time to say which one it is. */
const NEXT_ID = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::float8 AS id";

/** In a shorter time, what is counted is chance. */
const MIN_OBSERVED_MS = 100;

async function count(): Promise<{ id: number; at: number }> {
  const [row] = await query<{ id: number }>(NEXT_ID);
  return { id: row?.id ?? 0, at: performance.now() };
}

/** Observes how many transactions write on the database server. Each call says how many did in a second since the previous one. */
export async function observeWrites(): Promise<() => Promise<number>> {
  let last = await count();
  return async () => {
    const observedMs = performance.now() - last.at;
    if (observedMs < MIN_OBSERVED_MS) await sleep(MIN_OBSERVED_MS - observedMs);
    const now = await count();
    const perSecond = (now.id - last.id) / ((now.at - last.at) / 1_000);
    last = now;
    return perSecond;
  };
}
