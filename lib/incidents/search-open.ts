import { query } from "@/lib/platform/db";
import type { AlertCause } from "@/lib/rules/state/alert-cause";

type FoundIncident = { id: string; snitchId: string; name: string; cause: AlertCause };

/**
 * Open incidents of the case with each of these words in the names of the snitch and its unreachable machine, in the words for the cause, or in
 * what the job wrote about its latest error; newest first.
 */
export const searchOpenIncidents = (
  caseId: string,
  terms: string[],
  causeLabels: Record<AlertCause, string>,
  limit: number,
): Promise<FoundIncident[]> =>
  query<FoundIncident>(
    `SELECT i.id, s.id AS "snitchId", s.name, i.cause::text AS cause FROM incidents i JOIN snitches s ON s.id = i.snitch_id
     LEFT JOIN machine_incidents m ON m.id = i.machine_incident_id
     LEFT JOIN LATERAL (SELECT message FROM alerts a WHERE a.snitch_id = i.snitch_id AND a.kind = 'errored' AND a.at >= i.opened_at
       AND a.incident_id = i.id ORDER BY at DESC LIMIT 1) error ON true
     WHERE i.case_id = $1 AND i.closed_at IS NULL AND NOT EXISTS (
       SELECT FROM unnest($2::text[]) AS word
       WHERE position(lower(word) IN lower(concat_ws(' ', s.name, 'open incident', $3::jsonb->>i.cause::text, m.host, error.message))) = 0)
     ORDER BY i.id DESC LIMIT $4`,
    [caseId, terms, JSON.stringify(causeLabels), limit],
  );
