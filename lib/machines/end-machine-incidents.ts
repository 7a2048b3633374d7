import { listCaseChannels } from "@/lib/channels/routes";
import { type NewRows, NO_NEW_ROWS, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { query, type Sql, transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { findMachineRecovery } from "@/lib/rules/machines/unreachable";
import { waitOfChannel } from "@/lib/rules/notifications/channel-hours";
import { findNotified } from "./find-machines";
import { SEEN_AT } from "./group-misses";
import { JOINED_RUNS } from "./list";
import { findMachineFacts, type MachineMessage, sendMachineMessages } from "./send-messages";

type OpenMachineIncident = {
  id: string;
  caseId: string;
  lastHeardAt: Date;
  seenAt: Date | null;
  stillMissing: number;
};

/** Each run is read once, however many machines of a case don't report, and only if its snitch reported since. */
const OPEN = `WITH silences AS (SELECT * FROM machine_incidents WHERE closed_at IS NULL AND ($1::uuid IS NULL OR id = $1)),
    heard AS (
      SELECT s.case_id, r.host, max(${SEEN_AT}) AS at FROM ${JOINED_RUNS}
      JOIN (SELECT case_id, min(last_heard_at) AS since FROM silences GROUP BY 1) AS first ON first.case_id = s.case_id
      WHERE greatest(s.last_run_at, s.checked_in_at, s.errored_at) > first.since GROUP BY 1, 2)
  SELECT m.id, m.case_id AS "caseId", m.last_heard_at AS "lastHeardAt", h.at AS "seenAt",
    (SELECT count(*)::int FROM incidents i WHERE i.machine_incident_id = m.id AND i.closed_at IS NULL) AS "stillMissing"
  FROM silences m LEFT JOIN heard h ON h.case_id = m.case_id AND h.host = m.host AND h.at > m.last_heard_at`;

/**
 * Ends the silences of machines that are heard again, or of whose jobs none is missing any more, and notifies those who were notified
 * of them. Safe to run late, twice, or in several workers at once.
 */
export async function endMachineIncidents(now: Date): Promise<void> {
  for (const incident of await query<OpenMachineIncident>(OPEN, [null])) {
    if (!isOver(incident)) continue;
    wakeWorkersLater(await transaction((sql) => endMachineIncident(sql, incident.id, now)));
    publishChange([incident.caseId]);
  }
}

const isOver = (incident: OpenMachineIncident) =>
  findMachineRecovery(incident, incident.seenAt, incident.stillMissing);

async function endMachineIncident(sql: Sql, id: string, now: Date): Promise<NewRows> {
  const [locked] = await sql(
    "SELECT FROM machine_incidents WHERE id = $1 AND closed_at IS NULL FOR UPDATE SKIP LOCKED",
    [id],
  );
  const [incident] = locked ? await sql<OpenMachineIncident>(OPEN, [id]) : [];
  const end = incident && isOver(incident);
  if (!end) return NO_NEW_ROWS;
  await sql("UPDATE machine_incidents SET closed_at = greatest($2, opened_at) WHERE id = $1", [id, now]);
  const [facts] = await findMachineFacts(sql, [id]);
  const targets = (await findNotified(sql, [id])).get(id);
  if (!facts || !targets) return NO_NEW_ROWS;
  const ofCase = (await listCaseChannels(sql, [facts.caseId])).get(facts.caseId) ?? [];
  const channels = ofCase.filter((channel) => targets.has(channel.id) && !channel.isOff);
  const addresses = [...targets.keys()].filter((target) => target.includes("@"));
  const common = {
    machine: { ...facts, isHeard: end === "heard" },
    event: "machine_heard" as const,
    jobs: [],
    now,
  };
  const messages: MachineMessage[] = [
    ...addresses.map((address) => ({
      ...common,
      to: { kind: "email" as const, address, isFallback: false },
    })),
    ...channels.map(({ id: channelId, route, quiet = null }) => ({
      ...common,
      to: { kind: "channel" as const, channelId },
      wait: waitOfChannel(route, quiet, facts.severity, now),
    })),
  ];
  return (await sendMachineMessages(sql, messages)).newRows;
}
