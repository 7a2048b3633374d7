import { tellAlerts } from "@/lib/alerts/tell";
import { type NewRows, NO_NEW_ROWS } from "@/lib/outbox/new-rows";
import type { Sql } from "@/lib/platform/db";
import { asIso } from "./as-iso";
import { ALERTED_COLUMNS, type AlertedRow, type Repeat, repeatAlerts, toldAlert } from "./repeat-alerts";
import type { StoredIncident } from "./store";

/** An incident whose latest alert that nobody was told of is told now: that of its end, or one about what is wrong. */
export type HeldTelling = { incident: StoredIncident; isGood: boolean };

/** Tells people of alerts that were held. An incident without such an alert is left as it is. Returns the rows to send. */
export async function tellHeld(sql: Sql, tellings: HeldTelling[]): Promise<NewRows> {
  if (tellings.length === 0) return NO_NEW_ROWS;
  const rows = await sql<AlertedRow>(
    `UPDATE alerts a SET is_told = true, facts = a.facts || jsonb_build_object('toldLater', jsonb_build_object(
       'at', ${asIso("CASE WHEN n.is_good THEN i.closed_at ELSE i.last_told_at END")}, 'badCount', i.bad_count, 'goodCount', i.good_count))
     FROM unnest($1::uuid[], $2::bool[]) AS n(incident_id, is_good)
     CROSS JOIN LATERAL (
       SELECT id FROM alerts h WHERE h.incident_id = n.incident_id AND NOT h.is_told AND NOT h.is_excused
         AND (h.kind = 'reporting') = n.is_good ORDER BY h.at DESC, h.id DESC LIMIT 1) AS held
     JOIN incidents i ON i.id = n.incident_id JOIN snitches s ON s.id = i.snitch_id
     WHERE a.id = held.id RETURNING ${ALERTED_COLUMNS}`,
    [tellings.map(({ incident }) => incident.id), tellings.map(({ isGood }) => isGood)],
  );
  return tellAlerts(sql, rows.map(toldAlert));
}

/** Repeats what is wrong to those who are told of each incident. Returns the rows to send. */
export const remind = async (sql: Sql, repeats: Repeat[], now: Date): Promise<NewRows> =>
  tellAlerts(sql, await repeatAlerts(sql, repeats, now));
