import { query } from "@/lib/platform/db";

/** How many journals wait to be replayed, and how long the oldest has waited; while one waits, no snitch is marked missing. */
export async function journalLag(): Promise<{ waiting: number; lagMs: number }> {
  const [row] = await query<{ waiting: number; lagMs: number }>(
    `SELECT count(*)::int AS waiting,
       coalesce(greatest(0, extract(epoch FROM now() - min(since)) * 1000), 0)::float AS "lagMs" FROM journals`,
  );
  return row ?? { waiting: 0, lagMs: 0 };
}
