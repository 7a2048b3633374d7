import { type Column, type ColumnType, insertMany, readTimes, selected } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import { type AlertRules, DEFAULT_RULES, type Incident } from "@/lib/rules/incidents/incident";
import { type KeptPolicy, keepPolicy, type Policy } from "@/lib/rules/incidents/policy";
import { alerting } from "@/lib/snitches/settings/alerting";

/** An incident with its row's keys, and the policy that it keeps; null for the escalation of its case. */
export type StoredIncident = Incident & {
  id: string;
  caseId: string;
  snitchId: string;
  policy: KeptPolicy | null;
};

const COLUMNS = [
  ["id", "id", "uuid"],
  ["caseId", "case_id", "uuid"],
  ["snitchId", "snitch_id", "uuid"],
  ["cause", "cause", "enum alert_cause"],
  ["severity", "severity", "enum severity"],
  ["openedAt", "opened_at", "time"],
  ["notifiedAt", "told_at", "time"],
  ["lastNotifiedAt", "last_told_at", "time"],
  ["closedAt", "closed_at", "time"],
  ["closedBy", "closed_by", "enum incident_end"],
  ["badCount", "bad_count", "int"],
  ["goodCount", "good_count", "int"],
  ["acknowledgedAt", "acknowledged_at", "time"],
  ["acknowledgedBy", "acknowledged_by", "text"],
  ["acknowledgedVia", "acknowledged_via", "text"],
  ["ackAskedAt", "ack_asked_at", "time"],
  ["assignedTo", "assigned_to", "uuid"],
  ["snoozedUntil", "snoozed_until", "time"],
  ["hold", "hold", "text"],
  ["heldBy", "held_by", "uuid"],
  ["heldUntil", "held_until", "time"],
  ["hasPendingNotification", "has_untold", "bool"],
  ["nextAt", "next_at", "time"],
  ["step", "step", "int"],
  ["policy", "policy", "json"],
] as const satisfies [keyof StoredIncident, string, ColumnType][];

const SELECTED = COLUMNS.map(([property, column, type]) => selected("i", property, column, type)).join(", ");

const TIMES = COLUMNS.flatMap(([property, , type]) => (type === "time" ? [property] : []));

const SAVED = COLUMNS.map(
  ([property, column, type]): Column<StoredIncident> => [column, type, (incident) => incident[property]],
);

const UPDATES = COLUMNS.slice(3).map(([, column]) => `${column} = excluded.${column}`);

/** The open incidents of snitches that this transaction has locked, by the id of the snitch. */
export async function findOpenIncidents(sql: Sql, snitchIds: string[]): Promise<Map<string, StoredIncident>> {
  const rows = await sql(
    `SELECT ${SELECTED} FROM incidents i WHERE i.snitch_id = ANY($1::uuid[]) AND i.closed_at IS NULL`,
    [snitchIds],
  );
  return new Map(
    rows.map((row) => {
      readTimes(row, TIMES);
      const incident = row as StoredIncident;
      return [incident.snitchId, incident];
    }),
  );
}

/** Inserts new incidents and updates others, of snitches that this transaction has locked. One that ends comes before its next. */
export const saveIncidents = (sql: Sql, incidents: StoredIncident[]) =>
  insertMany(sql, "incidents", SAVED, incidents, `ON CONFLICT (id) DO UPDATE SET ${UPDATES.join(", ")}`);

const RULES = Object.entries(alerting).flatMap(([name, { property }]) =>
  property in DEFAULT_RULES ? [`${name} AS "${property}"`] : [],
);

/** `policy`: that of an incident which begins now. */
export type FoundRules = AlertRules & { policy: KeptPolicy | null };

/** The rules of alerting of these snitches, by their ids. */
export async function findAlertRules(sql: Sql, snitchIds: string[]): Promise<Map<string, FoundRules>> {
  const rows = await sql<AlertRules & { id: string; tags: string[]; policies: Policy[] | null }>(
    `SELECT s.id, s.tags, ${RULES.join(", ")}, (SELECT policies FROM cases WHERE id = s.case_id AND policies <> '[]') AS policies
     FROM snitches s WHERE s.id = ANY($1::uuid[])`,
    [snitchIds],
  );
  return new Map(
    rows.map(({ id, tags, policies, ...rules }) => [
      id,
      { ...rules, policy: keepPolicy(policies ?? [], { tags, ...rules }) },
    ]),
  );
}
