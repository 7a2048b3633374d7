import { STATEFUL_KINDS } from "@/lib/channel-kinds/find";
import { MAX_SENDING } from "@/lib/delivery/take-turn";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { transaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { CONFIRM_MS } from "./unconfirmed";

/** How far back ends are looked for: a message that a person sends again opens a new one. */
const MAX_AGE_MS = 31 * DAY_MS;

/** “DRIL”: the advisory lock under which ends are queued, so that each is queued once. */
const LOCK_ID = 0x4452494c;

/**
 * Notifies pagers and their kind of the end of their fire drills, so that nothing stays open there: of messages that were confirmed,
 * and of all that are a day old. With `messageId`, of that one alone. What was not sent until then is no longer sent. Safe
 * to run late, twice, or in several workers at once.
 */
export async function endDrills(now: Date, messageId: string | null = null): Promise<void> {
  const drill = await transaction(async (sql) => {
    await sql("SELECT pg_advisory_xact_lock($1)", [LOCK_ID]);
    return sql<{ id: string }>(
      `WITH over AS (
         SELECT m.id, m.drill_id, m.channel_id, m.accepted_at, m.attempts, w.disabled_at
         FROM drills d JOIN deliveries m ON m.drill_id = d.id JOIN channels w ON w.id = m.channel_id
         WHERE d.started_at > $1 AND m.event = 'drill' AND w.kind = ANY($3) AND m.superseded_at IS NULL
           AND (m.confirmed_at IS NOT NULL OR d.started_at <= $2) AND ($4::uuid IS NULL OR m.id = $4)
           AND NOT EXISTS (SELECT FROM deliveries e WHERE e.ends_id = m.id
             AND (m.accepted_at IS NULL OR e.created_at >= m.accepted_at))
         ORDER BY m.id FOR NO KEY UPDATE OF m),
       given_up AS (
         UPDATE deliveries SET superseded_at = now(), gave_up_at = coalesce(gave_up_at, now())
         WHERE id IN (SELECT id FROM over WHERE accepted_at IS NULL))
       INSERT INTO deliveries (id, channel_id, drill_id, event, ends_id, due_at, gave_up_at)
       -- After an attempt that is in progress, and once a channel is on again.
       SELECT new_id(), channel_id, drill_id, 'drill_ended', id,
         now() + CASE WHEN accepted_at IS NULL THEN ${MAX_SENDING} ELSE '0' END, CASE WHEN disabled_at IS NOT NULL THEN now() END
       FROM over WHERE accepted_at IS NOT NULL OR attempts > 0 RETURNING id`,
      [new Date(now.getTime() - MAX_AGE_MS), new Date(now.getTime() - CONFIRM_MS), STATEFUL_KINDS, messageId],
    );
  });
  wakeWorkersLater({ emails: [], deliveries: drill.map(({ id }) => id) });
}
