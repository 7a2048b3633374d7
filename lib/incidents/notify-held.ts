import { notifyOfAlerts } from "@/lib/notifications/notify";
import { type NewRows, NO_NEW_ROWS } from "@/lib/outbox/wake-workers";
import type { Sql } from "@/lib/platform/db";
import { notifiedLater } from "@/lib/rules/state/alert-facts";
import {
  ALERTED_COLUMNS,
  type AlertedRow,
  type Repeat,
  repeatAlerts,
  toNotifiedAlert,
} from "./repeat-alerts";
import type { StoredIncident } from "./store";

/**
 * Notifies people of the latest saved alert of each of these incidents that waits: about its end if it is closed, and otherwise about
 * what is wrong. `incidents`: as they were when that became due. Call it before further alerts of them are saved. An incident without
 * such an alert does not change. Returns the rows to send.
 */
export async function notifyHeld(sql: Sql, incidents: StoredIncident[]): Promise<NewRows> {
  if (incidents.length === 0) return NO_NEW_ROWS;
  const rows = await sql<AlertedRow>(
    `UPDATE alerts a SET is_told = true, facts = (a.facts - 'decisions') || jsonb_build_object('toldLater', n.told_later)
     FROM unnest($1::uuid[], $2::bool[], $3::jsonb[]) AS n(incident_id, is_good, told_later)
     CROSS JOIN LATERAL (
       SELECT id FROM alerts h WHERE h.incident_id = n.incident_id AND NOT h.is_told AND h.disproved_at IS NULL
         AND (h.kind = 'reporting') = n.is_good ORDER BY h.at DESC, h.id DESC LIMIT 1) AS held
     JOIN incidents i ON i.id = n.incident_id JOIN snitches s ON s.id = i.snitch_id
     WHERE a.id = held.id RETURNING ${ALERTED_COLUMNS}`,
    [
      incidents.map(({ id }) => id),
      incidents.map(({ closedAt }) => closedAt !== null),
      incidents.map((incident) => JSON.stringify(notifiedLater(incident))),
    ],
  );
  return notifyOfAlerts(sql, rows.map(toNotifiedAlert));
}

/** Repeats what is wrong to those who are notified of each incident. Returns the rows to send. */
export const remind = async (sql: Sql, repeats: Repeat[], now: Date): Promise<NewRows> =>
  notifyOfAlerts(sql, await repeatAlerts(sql, repeats, now));
