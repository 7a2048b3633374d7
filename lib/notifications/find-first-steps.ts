import { isMarked } from "@/lib/emails/address-marks";
import type { Sql } from "@/lib/platform/db";

/** Whom the first step of a policy notifies: members by their addresses, and channels. */
export type FirstStep = { addresses: string[]; channelIds: string[] };

/** The first steps of the policies that the incidents of these alerts keep, by the id of the alert. One that can notify no one counts as none. */
export async function findFirstSteps(sql: Sql, alertIds: string[]): Promise<Map<string, FirstStep>> {
  const rows = await sql<FirstStep & { alertId: string }>(
    `SELECT a.id AS "alertId", first.* FROM alerts a JOIN incidents i ON i.id = a.incident_id
     CROSS JOIN LATERAL (SELECT
       ARRAY(SELECT u.email FROM members m JOIN users u ON u.id = m.user_id WHERE m.case_id = a.case_id
         AND i.policy->'first'->'userIds' ? m.user_id::text AND NOT ${isMarked("a.case_id", "u.email")} ORDER BY u.email) AS addresses,
       ARRAY(SELECT c.id::text FROM channels c WHERE c.case_id = a.case_id AND c.disabled_at IS NULL
         AND i.policy->'first'->'channelIds' ? c.id::text) AS "channelIds") AS first
     WHERE a.id = ANY($1::uuid[]) AND jsonb_typeof(i.policy->'first') = 'object'`,
    [alertIds],
  );
  const steps = rows.filter(({ addresses, channelIds }) => addresses.length + channelIds.length > 0);
  return new Map(steps.map(({ alertId, ...step }) => [alertId, step]));
}
