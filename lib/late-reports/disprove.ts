import type { Sql } from "@/lib/platform/db";
import type { LateContext } from "./context";

/**
 * Marks the alerts of misses that would not have been raised with the late reports, each with the one that shows it: the last one
 * before the alert, or else the first.
 */
export async function disprove(
  sql: Sql,
  { snitch, rebuilt, lateSince, appliedUntil, until }: LateContext,
): Promise<void> {
  const real = rebuilt.alerts.flatMap(({ kind, at }) => (kind === "missing" ? [at] : []));
  await sql(
    `UPDATE alerts a SET disproved_at = l.received_at, facts = coalesce(a.facts, '{}'::jsonb) || jsonb_build_object('reportedLate',
       jsonb_build_object('at', to_char(l.at AT TIME ZONE 'UTC', '${ISO}'), 'receivedAt', to_char(l.received_at AT TIME ZONE 'UTC', '${ISO}')))
     FROM alerts m CROSS JOIN LATERAL (
       SELECT c.at, c.received_at FROM check_ins c
       WHERE c.snitch_id = m.snitch_id AND c.at >= $2 AND c.received_at >= $3 AND c.accepted
       ORDER BY c.at <= m.at DESC, CASE WHEN c.at <= m.at THEN m.at - c.at ELSE c.at - m.at END LIMIT 1) l
     WHERE m.id = a.id AND m.snitch_id = $1 AND m.kind = 'missing' AND NOT m.is_reminder AND m.disproved_at IS NULL
       AND m.at BETWEEN $2 AND $4 AND m.at <> ALL($5::timestamptz[])`,
    [snitch.id, lateSince, appliedUntil, until, real],
  );
}

const ISO = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
