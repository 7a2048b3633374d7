import { query } from "@/lib/platform/db";
import type { Parent } from "@/lib/rules/incidents/hold";

type Badness = { id: string; from: Date; until: Date | null };

/**
 * The snitches that a snitch depends on now, as they were at an instant since `from`: bad from an alert about them until they
 * reported again. When they were about to miss is not known any more.
 */
export async function loadParents(snitchId: string, from: Date): Promise<(now: Date) => Parent[]> {
  const bad = await query<Badness>(
    `SELECT d.parent_id AS id, i.opened_at AS from, i.closed_at AS until FROM dependencies d
     JOIN incidents i ON i.snitch_id = d.parent_id
     WHERE d.snitch_id = $1 AND (i.closed_at IS NULL OR i.closed_at > $2) ORDER BY i.opened_at`,
    [snitchId, from],
  );
  const ids = [...new Set(bad.map(({ id }) => id))];
  return (now) =>
    ids.map((id) => ({
      id,
      isBad: bad.some((one) => one.id === id && one.from <= now && (!one.until || one.until > now)),
      deadline: null,
    }));
}
