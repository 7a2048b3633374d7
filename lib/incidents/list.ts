import { type KeyScope, scopeCondition } from "@/lib/cases/key-scope";
import { prepared, query } from "@/lib/platform/db";
import type { Incident } from "@/lib/rules/incidents/incident";
import type { Status } from "@/lib/rules/state/snitch-state";

/** An incident with what the API and the pages show of its snitch and of the parent that holds it back. */
export type ListedIncident = Shown & {
  id: string;
  /** When a late report showed that nothing had been wrong; null if something was, or no one knows better. */
  disprovedAt: Date | null;
  snitch: IncidentSnitch;
  /** Null if no parent holds it back. */
  heldBy: { token: string; name: string } | null;
  /** The outage of a machine that it is a part of; null if there is none. */
  machine: MachineIncidentFacts | null;
};

type MachineIncidentFacts = { id: string; host: string };

type Shown = Pick<
  Incident,
  | "cause"
  | "severity"
  | "openedAt"
  | "notifiedAt"
  | "closedAt"
  | "closedBy"
  | "badCount"
  | "goodCount"
  | "acknowledgedAt"
  | "acknowledgedBy"
  | "acknowledgedVia"
  | "ackAskedAt"
  | "snoozedUntil"
  | "hold"
  | "heldUntil"
> & {
  /** The address of the member whose it is; null if it is no one's. */
  assignedTo: string | null;
};

type IncidentSnitch = {
  id: string;
  token: string;
  name: string;
  status: Status;
  alertAfter: number;
  recoverAfter: number;
};

export type IncidentColumns = Shown & {
  id: string;
  disprovedAt: Date | null;
  snitch: IncidentSnitch;
  machine: MachineIncidentFacts | null;
  parentToken: string | null;
  parentName: string | null;
};

export const INCIDENT_COLUMNS = `i.id, i.cause::text AS cause, i.severity::text AS severity, i.opened_at AS "openedAt", i.told_at AS "notifiedAt",
    i.closed_at AS "closedAt", i.closed_by::text AS "closedBy", i.disproved_at AS "disprovedAt", i.bad_count AS "badCount", i.good_count AS "goodCount",
    i.acknowledged_at AS "acknowledgedAt", i.acknowledged_by AS "acknowledgedBy", i.acknowledged_via AS "acknowledgedVia", i.ack_asked_at AS "ackAskedAt",
    (SELECT u.email FROM members m JOIN users u ON u.id = m.user_id WHERE m.case_id = i.case_id AND m.user_id = i.assigned_to) AS "assignedTo",
    i.snoozed_until AS "snoozedUntil",
    (SELECT json_build_object('id', m.id, 'host', m.host) FROM machine_incidents m WHERE m.id = i.machine_incident_id) AS machine,
    i.hold, i.held_until AS "heldUntil", p.token AS "parentToken", p.name AS "parentName",
    json_build_object('id', s.id, 'token', s.token, 'name', s.name, 'status', s.status, 'alertAfter', s.alert_after,
      'recoverAfter', s.recover_after) AS snitch`;

const SELECT = `SELECT ${INCIDENT_COLUMNS}
  FROM incidents i JOIN snitches s ON s.id = i.snitch_id LEFT JOIN snitches p ON p.id = i.held_by`;

export const toListedIncident = ({
  parentToken,
  parentName,
  ...incident
}: IncidentColumns): ListedIncident => ({
  heldBy: parentToken && parentName ? { token: parentToken, name: parentName } : null,
  ...incident,
});

export const INCIDENT_STATUSES = ["open", "closed"] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

/** Which incidents to list. An absent filter matches all. */
export type IncidentFilter = {
  status?: IncidentStatus;
  snitchId?: string;
  /** Which snitches the reader reaches. */
  scope?: KeyScope;
  /** The id of the incident after which the page begins. */
  after?: string;
};

/** The conditions are written out one by one, so that each statement has an index of its own. */
const CONDITIONS: Record<IncidentStatus, string> = {
  open: "i.closed_at IS NULL",
  closed: "i.closed_at IS NOT NULL",
};

/** Incidents of the case, newest first. A cursor stays valid if its incident is deleted. */
export async function listIncidents(
  caseId: string,
  { status, snitchId, scope = null, after }: IncidentFilter,
  limit: number,
): Promise<ListedIncident[]> {
  const conditions = ["i.case_id = $1"];
  const values: unknown[] = [caseId];
  if (status) conditions.push(CONDITIONS[status]);
  if (snitchId) conditions.push(`i.snitch_id = $${values.push(snitchId)}`);
  if (scope) conditions.push(scopeCondition(values.push(scope.tags), values.push(scope.tokens)));
  // Ids contain the time at which an incident was recorded.
  if (after) conditions.push(`i.id < $${values.push(after)}`);
  const rows = await query<IncidentColumns>(
    `${SELECT} WHERE ${conditions.join(" AND ")} ORDER BY i.id DESC LIMIT $${values.push(limit)}`,
    values,
  );
  return rows.map(toListedIncident);
}

/** The incident of this case with this id. Null if there is none, or it belongs to another case. */
export async function findIncident(caseId: string, id: string): Promise<ListedIncident | null> {
  const [row] = await query<IncidentColumns>(`${SELECT} WHERE i.case_id = $1 AND i.id = $2`, [caseId, id]);
  return row ? toListedIncident(row) : null;
}

/** The open incident of a snitch of a case; undefined if none is open. */
export const findOpenIncident = async (caseId: string, snitchId: string) =>
  (await findOpenIncidents(caseId, [snitchId])).get(snitchId);

/** The open incident of each of these snitches of a case, by the id of the snitch. */
export async function findOpenIncidents(
  caseId: string,
  snitchIds: string[],
): Promise<Map<string, ListedIncident>> {
  if (snitchIds.length === 0) return new Map();
  const rows = await prepared<IncidentColumns>(
    `${SELECT} WHERE i.case_id = $1 AND i.snitch_id = ANY($2::uuid[]) AND i.closed_at IS NULL`,
    [caseId, snitchIds],
  );
  return new Map(rows.map((row) => [row.snitch.id, toListedIncident(row)]));
}
