import { listCaseChannels } from "@/lib/channels/routes";
import { findMailboxes } from "@/lib/notifications/find-mailboxes";
import { toCause } from "@/lib/notifications/notify";
import { saveDecisions } from "@/lib/notifications/save-decisions";
import { mergeRows, type NewRows, NO_NEW_ROWS, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { type Sql, transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { dueStep, type EscalationStep } from "@/lib/rules/incidents/escalate";
import { type CaseMember, chooseForSteps } from "@/lib/rules/notifications/choose-for-steps";
import { decideNotifications, type Person } from "@/lib/rules/notifications/decide";
import { lockRows } from "@/lib/snitches/store";
import { listStepsByCase } from "./escalation-steps";
import { type RepeatedAlert, repeatAlerts } from "./repeat-alerts";
import { findOpenIncidents, type StoredIncident } from "./store";
import { evaluateOpen } from "./sweep";

/** Batch size: incidents in one transaction. */
const BATCH_SIZE = 500;

/**
 * Notifies the people of the steps that are due of incidents that no one has acknowledged and nothing holds now. Safe to run late, twice, or in
 * several workers at once: after an outage the steps that were due are one notification.
 */
export async function escalateIncidents(now: Date): Promise<void> {
  while ((await escalateBatch(now)) === BATCH_SIZE);
}

async function escalateBatch(now: Date): Promise<number> {
  const { snitches, newRows } = await transaction(async (sql) => {
    const snitches = await lockRows(sql, DUE, [now]);
    // Maintenance may have begun, or a parent turned bad, since the incident was evaluated.
    const evaluated = await evaluateOpen(sql, snitches, now);
    const open = await findOpenIncidents(
      sql,
      snitches.map(({ id }) => id),
    );
    const notified = await escalate(sql, [...open.values()], now);
    return { snitches, newRows: mergeRows(evaluated, notified) };
  });
  wakeWorkersLater(newRows);
  publishChange([...new Set(snitches.map(({ caseId }) => caseId))]);
  return snitches.length;
}

const isEscalating = (incident: "i" | "o") =>
  `${incident}.closed_at IS NULL AND ${incident}.acknowledged_at IS NULL AND ${incident}.snoozed_until IS NULL
    AND ${incident}.good_count = 0 AND ${incident}.hold IS NULL`;

/**
 * SQL: how far the steps went for an incident `i`; null if it is not of an unreachable machine. Those of a machine go on until the machine is acknowledged, for its
 * first incident that no one acknowledged alone (`lead`), from where those before it stood. Incidents that keep different policies escalate apart.
 */
const OF_MACHINE = `(SELECT (array_agg(o.id ORDER BY o.id) FILTER (WHERE ${isEscalating("o")}))[1] AS lead,
    max(o.step) AS step, min(o.told_at) AS told_at
  FROM incidents o WHERE o.machine_incident_id = i.machine_incident_id AND (o.policy - 'because') IS NOT DISTINCT FROM (i.policy - 'because')
  HAVING count(*) > 0) AS machine`;

const STEP = "coalesce(machine.step, i.step)";

// The array keeps Postgres from reading the open incidents of cases without steps, however few it believes that there are.
const NEXT_STEPS = `incidents i LEFT JOIN LATERAL ${OF_MACHINE} ON true
  LEFT JOIN escalation_steps e ON e.case_id = i.case_id AND e.position = ${STEP} AND i.policy IS NULL
  WHERE i.case_id = ANY(ARRAY(SELECT case_id FROM escalation_steps UNION SELECT case_id FROM incidents WHERE policy IS NOT NULL AND closed_at IS NULL))
    AND ${isEscalating("i")} AND (i.machine_incident_id IS NULL OR i.id = machine.lead)`;

/** SQL: null if there is no next step. */
const STEP_AT = `coalesce(machine.told_at, i.told_at)
  + coalesce(e.after_minutes, (i.policy->'steps'->${STEP}->>'afterMinutes')::int) * interval '1 minute'`;

/** SQL: when the next step of any incident is due. */
export const NEXT_STEP_AT = `SELECT min(${STEP_AT}) FROM ${NEXT_STEPS}`;

/** Whatever changes an incident locks its snitch. Check-ins that are not applied yet may end the incident. */
const DUE = `s.id IN (SELECT id FROM snitches WHERE deferred_since IS NULL AND id IN (
    SELECT i.snitch_id FROM ${NEXT_STEPS} AND ${STEP_AT} <= $1)
  ORDER BY id LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE SKIP LOCKED)`;

async function escalate(sql: Sql, incidents: StoredIncident[], now: Date): Promise<NewRows> {
  const caseIds = [...new Set(incidents.map(({ caseId }) => caseId))];
  if (caseIds.length === 0) return NO_NEW_ROWS;
  const steps = await listStepsByCase(sql, caseIds);
  const ofMachines = await findProgress(sql, incidents);
  const due = incidents.flatMap((own) => {
    const incident = { ...own, ...ofMachines.get(own.id) };
    const all = incident.policy?.steps ?? steps.get(incident.caseId) ?? [];
    const step = dueStep(all, incident, now);
    return step > incident.step ? { id: incident.id, step, dueSteps: all.slice(incident.step, step) } : [];
  });
  if (due.length === 0) return NO_NEW_ROWS;
  await sql(
    "UPDATE incidents i SET step = n.step FROM unnest($1::uuid[], $2::int[]) AS n(id, step) WHERE i.id = n.id",
    [due.map(({ id }) => id), due.map(({ step }) => step)],
  );
  const stepsDue = new Map(due.map(({ id, dueSteps: stepsDue }) => [id, stepsDue]));
  const repeats = due.map(({ id }) => ({ incidentId: id, because: "escalation" as const }));
  return notifySteps(sql, await repeatAlerts(sql, repeats, now), stepsDue);
}

/** How far the steps of unreachable machines went, by the ids of those of these incidents that are theirs. */
async function findProgress(sql: Sql, incidents: StoredIncident[]) {
  const rows = await sql<{ id: string; step: number; notifiedAt: Date | null }>(
    `SELECT i.id, machine.step, machine.told_at AS "notifiedAt" FROM incidents i CROSS JOIN LATERAL ${OF_MACHINE} WHERE i.id = ANY($1::uuid[])`,
    [incidents.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, ...progress }) => [id, progress]));
}

/** Notifies the people of these steps, by the id of the incident. No one is notified twice. */
async function notifySteps(
  sql: Sql,
  alerts: RepeatedAlert[],
  stepsDue: Map<string, EscalationStep[]>,
): Promise<NewRows> {
  const caseIds = alerts.map(({ snitch }) => snitch.caseId);
  const allChannels = await listCaseChannels(sql, caseIds);
  const members = await listMembers(sql, caseIds);
  const { now, find } = await findMailboxes(sql, caseIds);
  const drafts = alerts.map((alert) => {
    const { caseId } = alert.snitch;
    const channels = allChannels.get(caseId) ?? [];
    const ofCase = members.filter((member) => member.caseId === caseId);
    const { people, routing } = chooseForSteps(stepsDue.get(alert.incidentId) ?? [], channels, ofCase);
    const persons = people.map(
      ({ member: { email, mark }, because }): Person => ({
        address: email,
        because,
        skipReason: mark,
        frequency: "every",
        lastNotifiedAt: null,
        mailbox: find(caseId, email),
      }),
    );
    return { alert, audience: { people: persons, channels, routing } };
  });
  const decisions = decideNotifications(drafts, now);
  return saveDecisions(
    sql,
    alerts.map((alert, i) => ({
      cause: toCause(alert),
      incidentId: alert.incidentId,
      decisions: decisions[i] ?? [],
    })),
  );
}

const listMembers = (sql: Sql, caseIds: string[]) =>
  sql<CaseMember & { caseId: string }>(
    `SELECT m.case_id AS "caseId", m.user_id AS "userId", u.email, k.mark::text AS mark, m.role = 'owner' AS "isOwner"
     FROM members m JOIN users u ON u.id = m.user_id
     LEFT JOIN email_marks k ON k.case_id = m.case_id AND k.address = u.email WHERE m.case_id = ANY($1::uuid[]) ORDER BY u.email`,
    [caseIds],
  );
