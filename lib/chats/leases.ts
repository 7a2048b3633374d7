import { pool, query } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";

/** Much longer than a worker takes to renew it. */
const LEASE_SECONDS = 30;

/** How long no one fetches from a bot of which its service says that another program does, or that its token is wrong. */
const REST_MINUTES = 10;

const NO_LEASE = "00000000-0000-0000-0000-000000000000";

/** What takes leases: a worker process. */
export const newHolder = (): string => newId();

/** Takes or renews the sole right to fetch from these bots. Returns those that the holder has now. */
export async function takeLeases(holder: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  // Uses the database's clock, which all workers share.
  const rows = await query<{ id: string }>(
    `INSERT INTO bot_leases AS l (id, held_by, held_until)
     SELECT id, $1, now() + ${LEASE_SECONDS} * interval '1 second' FROM unnest($2::text[]) AS id ORDER BY id
     ON CONFLICT (id) DO UPDATE SET held_by = excluded.held_by, held_until = excluded.held_until
       WHERE l.held_by = excluded.held_by OR l.held_until < now()
     RETURNING id`,
    [holder, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Gives a lease back, so that another worker may take it at once. */
export const releaseLease = (holder: string, id: string) =>
  pool.query("DELETE FROM bot_leases WHERE id = $1 AND held_by = $2", [id, holder]);

/** Until when no one fetches from the bot of a channel, because that did not work; null if someone may. */
export async function findRest(channelId: string): Promise<Date | null> {
  const [rest] = await query<{ until: Date }>(
    `SELECT l.held_until AS until FROM bot_leases l JOIN channels w ON w.budget = l.id
     WHERE w.id = $1 AND w.has_buttons AND l.held_by = $2 AND l.held_until > now()`,
    [channelId, NO_LEASE],
  );
  return rest?.until ?? null;
}

/** Leaves a bot alone for some minutes. Does nothing if another worker has it. */
export const restLease = (holder: string, id: string) =>
  pool.query(
    `UPDATE bot_leases SET held_by = $3, held_until = now() + ${REST_MINUTES} * interval '1 minute'
     WHERE id = $1 AND held_by = $2`,
    [id, holder, NO_LEASE],
  );
