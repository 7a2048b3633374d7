import { recordEvents, TATTLE } from "@/lib/audit/record";
import { enqueueEmails, type TransactionalEmail } from "@/lib/emails/enqueue";
import { notifyUnacknowledged } from "@/lib/notifications/notify-acknowledged";
import { personLink } from "@/lib/outbox/action-link";
import { mergeRows, type NewRows, NO_NEW_ROWS, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { publishChange } from "@/lib/platform/publish-change";
import { ASK_MINUTES, dueOfAcknowledgement, endOfAsking } from "@/lib/rules/incidents/acknowledgement";
import { writeIncidentTitle } from "@/lib/rules/incidents/cause-labels";
import { isMemberName, NOT_ACKNOWLEDGED } from "@/lib/rules/incidents/incident";
import { auditResource, type LockedSnitch, lockRows } from "@/lib/snitches/store";
import { findOpenIncidents, type StoredIncident, saveIncidents } from "./store";
import { evaluateOpen } from "./sweep";

/** Batch size: incidents in one transaction. */
const BATCH_SIZE = 100;

// The array keeps Postgres from reading the open incidents of all other cases.
const ACKNOWLEDGED = `cases c JOIN incidents i ON i.case_id = c.id AND i.closed_at IS NULL
  WHERE i.case_id = ANY(ARRAY(SELECT id FROM cases WHERE ack_expires_after IS NOT NULL)) AND i.acknowledged_at IS NOT NULL AND i.good_count = 0 AND i.hold IS NULL`;

const DUE_AT = `CASE WHEN i.ack_asked_at > i.acknowledged_at THEN i.ack_asked_at + interval '${ASK_MINUTES} minutes'
  ELSE i.acknowledged_at + c.ack_expires_after * interval '1 second' END`;

/** SQL: when the person who took any incident has to be asked next, or an acknowledgement ends. */
export const NEXT_ACKNOWLEDGEMENT_AT = `SELECT min(${DUE_AT}) FROM ${ACKNOWLEDGED}`;

/** Whatever changes an incident locks its snitch. Check-ins that are not applied yet may end the incident. */
const DUE = `s.id IN (SELECT id FROM snitches WHERE deferred_since IS NULL AND id IN (
    SELECT i.snitch_id FROM ${ACKNOWLEDGED} AND ${DUE_AT} <= $1)
  ORDER BY id LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE SKIP LOCKED)`;

/**
 * Asks the person who took an incident longer ago than their case allows whether they still handle it, and takes an acknowledgement back that no one
 * confirms within 15 minutes: reminders and the escalation then go on where they stood. Each step is one transaction. Safe to run late, twice, or in several workers
 * at once.
 */
export async function expireAcknowledgements(now: Date): Promise<void> {
  while ((await expireBatch(now)) === BATCH_SIZE);
}

async function expireBatch(now: Date): Promise<number> {
  const { snitches, newRows } = await transaction(async (sql) => {
    const snitches = await lockRows(sql, DUE, [now]);
    if (snitches.length === 0) return { snitches, newRows: NO_NEW_ROWS };
    // Maintenance may have begun since the incident was evaluated.
    let newRows = await evaluateOpen(sql, snitches, now);
    const cases = await findCases(sql, snitches);
    const open = await findOpenIncidents(
      sql,
      snitches.map(({ id }) => id),
    );
    for (const snitch of snitches) {
      const [incident, theCase] = [open.get(snitch.id), cases.get(snitch.caseId)];
      if (!incident || !theCase) continue;
      const due = dueOfAcknowledgement(incident, theCase.expiresAfter, now);
      if (due === "ask") newRows = mergeRows(newRows, await ask(sql, snitch, incident, theCase, now));
      if (due === "end") newRows = mergeRows(newRows, await end(sql, snitch, incident, now));
    }
    return { snitches, newRows };
  });
  wakeWorkersLater(newRows);
  publishChange([...new Set(snitches.map(({ caseId }) => caseId))]);
  return snitches.length;
}

type Person = { id: string; email: string; isOwner: boolean };
type CaseRules = {
  id: string;
  name: string;
  expiresAfter: number | null;
  hasLinks: boolean;
  people: Person[];
};

/** With those who may acknowledge. */
async function findCases(sql: Sql, snitches: LockedSnitch[]): Promise<Map<string, CaseRules>> {
  const rows = await sql<CaseRules>(
    `SELECT c.id, c.name, c.ack_expires_after AS "expiresAfter", c.answer_links AS "hasLinks",
       (SELECT coalesce(json_agg(json_build_object('id', u.id, 'email', u.email, 'isOwner', m.role = 'owner')), '[]')
        FROM members m JOIN users u ON u.id = m.user_id WHERE m.case_id = c.id AND m.role <> 'viewer') AS people
     FROM cases c WHERE c.id = ANY($1::uuid[])`,
    [[...new Set(snitches.map(({ caseId }) => caseId))]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The person who took it, if that is a person who may still do so; otherwise the owners. */
function choosePeople({ acknowledgedBy, acknowledgedVia }: StoredIncident, people: Person[]): Person[] {
  const isPerson = acknowledgedBy !== null && isMemberName(acknowledgedBy, acknowledgedVia);
  const taker = isPerson && people.find(({ email }) => email === acknowledgedBy);
  return taker ? [taker] : people.filter(({ isOwner }) => isOwner);
}

async function ask(
  sql: Sql,
  snitch: LockedSnitch,
  incident: StoredIncident,
  { name, hasLinks, people }: CaseRules,
  now: Date,
): Promise<NewRows> {
  const { id, caseId, cause, acknowledgedBy, acknowledgedAt } = incident;
  if (!acknowledgedAt) return NO_NEW_ROWS;
  await saveIncidents(sql, [{ ...incident, ackAskedAt: now }]);
  const title = writeIncidentTitle((await auditResource(sql, snitch)).name, cause);
  const emails = choosePeople(incident, people).map((person): TransactionalEmail => {
    const page = `${env.APP_URL}/${caseId}/incidents/${id}/acknowledge`;
    const url = hasLinks ? personLink(id, person.id, now) : page;
    const facts = {
      caseName: name,
      title,
      acknowledgedBy: acknowledgedBy ?? "",
      acknowledgedAt,
      endsAt: endOfAsking(now),
      url,
    };
    return { kind: "acknowledgement_asked", address: person.email, caseId, facts };
  });
  return enqueueEmails(sql, emails);
}

async function end(sql: Sql, snitch: LockedSnitch, incident: StoredIncident, now: Date): Promise<NewRows> {
  const resource = await auditResource(sql, snitch);
  const facts = { because: "no one confirmed it in time" };
  await recordEvents(sql, incident.caseId, TATTLE, [
    { action: "snitch.unacknowledged", resource, facts, at: now },
  ]);
  await saveIncidents(sql, [{ ...incident, ...NOT_ACKNOWLEDGED }]);
  const deliveries = await notifyUnacknowledged(sql, incident.id);
  return mergeRows({ emails: [], deliveries }, await evaluateOpen(sql, [snitch], now));
}
