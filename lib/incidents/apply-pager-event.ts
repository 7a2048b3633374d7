import type { Actor } from "@/lib/audit/record";
import type { PagerEvent } from "@/lib/channel-kinds/pagerduty-event";
import { query, type Sql } from "@/lib/platform/db";
import { decideAcknowledgement, decideUnacknowledgement } from "./acknowledge";
import { acknowledgeMachine } from "./acknowledge-machine";
import { changeIncident } from "./change-incident";

type Pager = { id: string; caseId: string };

/**
 * Does with an incident what someone did with it in PagerDuty: what is acknowledged or resolved there is acknowledged here, because only
 * the job can end an incident. For an unreachable machine, the incidents of its jobs are acknowledged. The channel is sent nothing back. Each
 * event counts once, and none after a later one. Does nothing with what has ended, or of which the channel was not notified.
 */
export async function applyPagerEvent(channel: Pager, event: PagerEvent, now: Date): Promise<void> {
  const { incidentId } = event;
  const by: Actor = { kind: "tattle", id: null, name: event.by, address: "", via: "pagerduty" };
  const host = await findOpenMachine(channel, incidentId);
  // What was acknowledged for the whole machine is taken back for each of its jobs.
  if (host !== null && event.action !== "unacknowledged")
    return acknowledgeMachine(channel.caseId, host, now, by, channel.id);
  if (!(await isOpenThere(channel, incidentId))) return;
  await changeIncident(channel.caseId, incidentId, now, by, async (incident, sql) => {
    if (!(await isLatest(sql, channel, event))) return null;
    if (event.action !== "unacknowledged") return decideAcknowledgement(incident, now, by, channel.id);
    // Who acknowledged it here is still handling it, whatever time limit PagerDuty has.
    return incident.acknowledgedVia === "pagerduty" ? decideUnacknowledgement(incident) : null;
  });
}

/** The open machine incident with this id, if the channel was notified of it. */
async function findOpenMachine(channel: Pager, machineIncidentId: string): Promise<string | null> {
  const [incident] = await query<{ host: string }>(
    `SELECT m.host FROM machine_incidents m WHERE m.id = $1 AND m.case_id = $2 AND m.closed_at IS NULL
       AND EXISTS (SELECT FROM deliveries d
         WHERE d.machine_incident_id = m.id AND d.channel_id = $3 AND d.event = 'machine_silent' AND d.is_tried)`,
    [machineIncidentId, channel.caseId, channel.id],
  );
  return incident?.host ?? null;
}

async function isOpenThere(channel: Pager, incidentId: string): Promise<boolean> {
  const rows = await query(
    `SELECT FROM incidents i JOIN snitches s ON s.id = i.snitch_id
     WHERE i.id = $1 AND s.case_id = $2 AND i.closed_at IS NULL
       AND EXISTS (SELECT FROM deliveries d
         WHERE d.incident_id = i.id AND d.channel_id = $3 AND d.event IS NULL AND d.is_tried)`,
    [incidentId, channel.caseId, channel.id],
  );
  return rows.length > 0;
}

/**
 * Records an event of an incident that is locked. Returns whether it is new, and nothing later is known: no event of the channel, and
 * no one here who took an acknowledgement back.
 */
async function isLatest(sql: Sql, channel: Pager, { id, incidentId, at }: PagerEvent): Promise<boolean> {
  const [row] = await sql<{ isLatest: boolean }>(
    `WITH added AS (
       INSERT INTO channel_events (channel_id, event_id, incident_id, at) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING at)
     SELECT NOT EXISTS (SELECT FROM channel_events e
         WHERE e.channel_id = $1 AND e.incident_id = $3 AND e.event_id <> $2 AND e.at > added.at)
       AND NOT EXISTS (SELECT FROM audit_events a JOIN snitches s ON s.token = a.resource_id AND s.case_id = a.case_id
         JOIN incidents i ON i.snitch_id = s.id
         WHERE i.id = $3 AND a.case_id = $5 AND a.action = 'snitch.unacknowledged'
           AND a.facts->>'via' IS DISTINCT FROM 'pagerduty' AND a.at > added.at) AS "isLatest"
     FROM added`,
    [channel.id, id, incidentId, at, channel.caseId],
  );
  return row?.isLatest ?? false;
}
