import { hostname } from "node:os";
import { execute } from "@/lib/check-ins/connection";

const HOLDER = `${hostname()} ${process.pid}`;

const AGAIN_MS = 1_000;

/**
 * Tells the database that journals wait and that we are alive: until they are withdrawn, nobody is called missing. Each is
 * told of at once and then every second, for as long as the database stays the same.
 */
export function announcer(): (journals: readonly { id: string; since: Date }[]) => Promise<void> {
  const announcedAtMs = new Map<string, number>();
  return async (journals) => {
    const nowMs = performance.now();
    const due = journals.filter(({ id }) => nowMs - (announcedAtMs.get(id) ?? -AGAIN_MS) >= AGAIN_MS);
    if (due.length === 0) return;
    await execute(ANNOUNCE, [due.map(({ id }) => id), due.map(({ since }) => since), HOLDER]);
    for (const { id } of due) announcedAtMs.set(id, nowMs);
  };
}

const ANNOUNCE = `
  INSERT INTO journals (id, since, holder, heard_at)
  SELECT id, since, $3, now() FROM unnest($1::uuid[], $2::timestamptz[]) AS n (id, since)
  ON CONFLICT (id) DO UPDATE SET holder = EXCLUDED.holder, heard_at = EXCLUDED.heard_at`;

/** Every check-in of this journal is recorded. */
export const withdraw = (id: string): Promise<unknown> => execute("DELETE FROM journals WHERE id = $1", [id]);
