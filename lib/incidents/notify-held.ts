import { notifyOfAlerts } from "@/lib/notifications/notify";
import { type NewRows, NO_NEW_ROWS } from "@/lib/outbox/new-rows";
import type { Sql } from "@/lib/platform/db";
import {
  ALERTED_COLUMNS,
  type AlertedRow,
  type Repeat,
  repeatAlerts,
  toNotifiedAlert,
} from "./repeat-alerts";
import type { StoredIncident } from "./store";

/**
 * A notification that waited and is due now. `incident`: as it was at `dueAt`, when the notification became due. `isGood`: it is about
 * the end of the incident, and otherwise about what is wrong.
 */
export type HeldNotification = { incident: StoredIncident; isGood: boolean; dueAt: Date };

/**
 * Notifies people of the latest alert that was held when its notification became due: further ones of the incident may have been
 * raised since. An incident without such an alert does not change. Returns the rows to send.
 */
export async function notifyHeld(sql: Sql, notifications: HeldNotification[]): Promise<NewRows> {
  if (notifications.length === 0) return NO_NEW_ROWS;
  const rows = await sql<AlertedRow>(
    `UPDATE alerts a SET is_told = true, facts = (a.facts - 'decisions') || jsonb_build_object('toldLater', n.told_later)
     FROM unnest($1::uuid[], $2::bool[], $3::timestamptz[], $4::jsonb[]) AS n(incident_id, is_good, due_at, told_later)
     CROSS JOIN LATERAL (
       SELECT id FROM alerts h WHERE h.incident_id = n.incident_id AND NOT h.is_told AND NOT h.is_excused AND h.disproved_at IS NULL
         AND (h.kind = 'reporting') = n.is_good ORDER BY h.at <= n.due_at DESC, h.at DESC, h.id DESC LIMIT 1) AS held
     JOIN incidents i ON i.id = n.incident_id JOIN snitches s ON s.id = i.snitch_id
     WHERE a.id = held.id RETURNING ${ALERTED_COLUMNS}`,
    [
      notifications.map(({ incident }) => incident.id),
      notifications.map(({ isGood }) => isGood),
      notifications.map(({ dueAt }) => dueAt),
      notifications.map(toFacts),
    ],
  );
  return notifyOfAlerts(sql, rows.map(toNotifiedAlert));
}

const toFacts = ({ incident, isGood }: HeldNotification) => {
  const { closedAt, lastNotifiedAt, badCount, goodCount } = incident;
  return JSON.stringify({ at: isGood ? closedAt : lastNotifiedAt, badCount, goodCount });
};

/** Repeats what is wrong to those who are notified of each incident. Returns the rows to send. */
export const remind = async (sql: Sql, repeats: Repeat[], now: Date): Promise<NewRows> =>
  notifyOfAlerts(sql, await repeatAlerts(sql, repeats, now));
