import { notifyOfAlerts } from "@/lib/notifications/notify";
import { type NewRows, NO_NEW_ROWS } from "@/lib/outbox/new-rows";
import type { Sql } from "@/lib/platform/db";
import { asIso } from "./as-iso";
import {
  ALERTED_COLUMNS,
  type AlertedRow,
  type Repeat,
  repeatAlerts,
  toNotifiedAlert,
} from "./repeat-alerts";
import type { StoredIncident } from "./store";

/** An incident with an alert of which nobody was notified, for which the notification is due now: its end, or what is wrong. */
export type HeldNotification = { incident: StoredIncident; isGood: boolean };

/** Notifies people of alerts that were held. An incident without such an alert does not change. Returns the rows to send. */
export async function notifyHeld(sql: Sql, notifications: HeldNotification[]): Promise<NewRows> {
  if (notifications.length === 0) return NO_NEW_ROWS;
  const rows = await sql<AlertedRow>(
    `UPDATE alerts a SET is_told = true, facts = (a.facts - 'decisions') || jsonb_build_object('toldLater', jsonb_build_object(
       'at', ${asIso("CASE WHEN n.is_good THEN i.closed_at ELSE i.last_told_at END")}, 'badCount', i.bad_count, 'goodCount', i.good_count))
     FROM unnest($1::uuid[], $2::bool[]) AS n(incident_id, is_good)
     CROSS JOIN LATERAL (
       SELECT id FROM alerts h WHERE h.incident_id = n.incident_id AND NOT h.is_told AND NOT h.is_excused AND h.disproved_at IS NULL
         AND (h.kind = 'reporting') = n.is_good ORDER BY h.at DESC, h.id DESC LIMIT 1) AS held
     JOIN incidents i ON i.id = n.incident_id JOIN snitches s ON s.id = i.snitch_id
     WHERE a.id = held.id RETURNING ${ALERTED_COLUMNS}`,
    [notifications.map(({ incident }) => incident.id), notifications.map(({ isGood }) => isGood)],
  );
  return notifyOfAlerts(sql, rows.map(toNotifiedAlert));
}

/** Repeats what is wrong to those who are notified of each incident. Returns the rows to send. */
export const remind = async (sql: Sql, repeats: Repeat[], now: Date): Promise<NewRows> =>
  notifyOfAlerts(sql, await repeatAlerts(sql, repeats, now));
