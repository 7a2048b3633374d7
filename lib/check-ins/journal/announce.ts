import { OWNER } from "@/lib/outages/heartbeat";
import { execute } from "../connection";

const RENEW_INTERVAL_MS = 1_000;

type PendingJournal = { id: string; since: Date };

/**
 * Returns a function that registers pending journals in the database, so that no snitch is marked missing until they are
 * withdrawn. Call it often: it registers a new journal immediately, and renews the row of a known one once a second.
 */
export function journalAnnouncer(): (journals: readonly PendingJournal[]) => Promise<void> {
  const announcedAtMs = new Map<string, number>();
  return async (journals) => {
    const nowMs = performance.now();
    const due = journals.filter(
      ({ id }) => nowMs - (announcedAtMs.get(id) ?? -RENEW_INTERVAL_MS) >= RENEW_INTERVAL_MS,
    );
    if (due.length === 0) return;
    await execute(ANNOUNCE, [due.map(({ id }) => id), due.map(({ since }) => since), OWNER]);
    for (const { id } of due) announcedAtMs.set(id, nowMs);
  };
}

// The database sets `last_seen_at`, because it is later compared with the database's clock.
const ANNOUNCE = `
  INSERT INTO journals (id, since, owner, last_seen_at)
  SELECT id, since, $3, now() FROM unnest($1::uuid[], $2::timestamptz[]) AS n (id, since)
  ON CONFLICT (id) DO UPDATE SET owner = EXCLUDED.owner, last_seen_at = EXCLUDED.last_seen_at`;

/** Unregisters a journal once every check-in in it is recorded. */
export const withdrawJournal = (id: string): Promise<unknown> =>
  execute("DELETE FROM journals WHERE id = $1", [id]);
