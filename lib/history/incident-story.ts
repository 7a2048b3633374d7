import { listNotes, type Note } from "@/lib/incidents/notes";
import { db, prepared, query } from "@/lib/platform/db";
import { lateFactsOf } from "@/lib/rules/history/late-text";
import { HOLDS } from "@/lib/rules/incidents/incident";
import type { AlertCause } from "@/lib/rules/state/alert-cause";
import { readStoredFacts, type StoredFacts } from "@/lib/rules/state/alert-facts";
import { whyNotNotified } from "./explain-notifications";
import {
  listMessages,
  listSentNotifications,
  notifiedLaterAt,
  type SentNotification,
} from "./sent-notification";
import type { Entry } from "./timeline-entries";

type AlertEntry = Extract<Entry, { kind: "alert" }>;

/** What happened to an incident: an alert, with those who were notified, or something that a person did. */
export type StoryEntry =
  | (Omit<AlertEntry, "from"> & { cause: AlertCause | null; exitStatus: string; message: string })
  | {
      kind: "event";
      id: string;
      at: Date;
      action: StoryAction;
      actorName: string;
      until: string | null;
      /** The address of the member whose it became. */
      member: string | null;
    }
  | ({ kind: "note" } & Note);

/** The actions of the audit log that are about the open incident of a snitch. */
const ACTIONS = [
  "snitch.acknowledged",
  "snitch.unacknowledged",
  "snitch.assigned",
  "snitch.unassigned",
  "snitch.snoozed",
  "snitch.unsnoozed",
] as const;
type StoryAction = (typeof ACTIONS)[number];

type StoryIncident = { id: string; openedAt: Date; closedAt: Date | null; snitch: { token: string } };

/** A job that runs every minute and is missing for days has thousands of alerts. */
const FIRST_ALERTS = 5;
const LATEST_ALERTS = 45;

/** The story of an incident, newest first, and how many alerts between its beginning and its latest ones are left out. */
export async function listStory(
  caseId: string,
  incident: StoryIncident,
): Promise<{ entries: StoryEntry[]; leftOut: number }> {
  const [ids, events, noted] = await Promise.all([
    listAlertIds(incident.id),
    listEvents(caseId, incident),
    listNotes([incident.id]),
  ]);
  const alerts = await listAlerts(ids.shown);
  const notes = (noted.get(incident.id) ?? []).map((note) => ({ kind: "note" as const, ...note }));
  const entries = [...alerts, ...events, ...notes].sort(
    (one, other) => other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1),
  );
  return { entries, leftOut: ids.leftOut };
}

async function listAlertIds(incidentId: string): Promise<{ shown: string[]; leftOut: number }> {
  const rows = await query<{ id: string; count: number }>(
    `SELECT id, count FROM (
       SELECT id, row_number() OVER (ORDER BY at, id) AS position, count(*) OVER ()::int AS count
       FROM alerts WHERE incident_id = $1) AS numbered
     WHERE position <= ${FIRST_ALERTS} OR position > count - ${LATEST_ALERTS}`,
    [incidentId],
  );
  return { shown: rows.map(({ id }) => id), leftOut: (rows[0]?.count ?? 0) - rows.length };
}

async function listAlerts(ids: string[]): Promise<StoryEntry[]> {
  const [alerts, messages] = await Promise.all([
    db.alert.findMany({
      where: { id: { in: ids } },
      select: {
        id: true,
        at: true,
        kind: true,
        cause: true,
        isNotified: true,
        hold: true,
        isExcused: true,
        isReminder: true,
        exitStatus: true,
        message: true,
        createdAt: true,
        facts: true,
        disprovedAt: true,
      },
    }),
    listMessages(ids),
  ]);
  return alerts.map(({ kind, hold, createdAt, facts, disprovedAt, ...alert }) => {
    const queued = messages.get(alert.id) ?? [];
    return {
      ...alert,
      ...lateFactsOf(facts, disprovedAt),
      kind: "alert",
      alert: kind,
      hold: HOLDS.find((name) => name === hold) ?? null,
      whyNotNotified: whyNotNotified(facts === null ? null : readStoredFacts(facts as StoredFacts)),
      notifiedLaterAt: notifiedLaterAt(createdAt, queued),
      notifications: listSentNotifications(queued),
    };
  });
}

export type EventEntry = Extract<StoryEntry, { kind: "event" }>;
type EventRow = Omit<EventEntry, "kind">;

/** What people did about the incident, latest first: the events of its snitch while it was open. */
export async function listEvents(
  caseId: string,
  { openedAt, closedAt, snitch }: Omit<StoryIncident, "id">,
): Promise<EventEntry[]> {
  const rows = await query<EventRow>(
    `SELECT id, at, action, actor_name AS "actorName", facts->>'until' AS until, facts->>'member' AS member
     FROM audit_events
     WHERE case_id = $1 AND resource_id = $2 AND action = ANY($3::text[]) AND at >= $4
       AND ($5::timestamptz IS NULL OR at <= $5) ORDER BY id DESC LIMIT 100`,
    [caseId, snitch.token, ACTIONS, openedAt, closedAt],
  );
  return rows.map((row) => ({ kind: "event", ...row }));
}

/** The story lists emails and deliveries of the first alert that notified someone, and of this many of the latest ones. */
const LISTED_ALERTS = 3;

// Each part reads few rows of the index on snitch, kind and time.
const NOTIFIED = `
  SELECT id, at FROM alerts a WHERE a.snitch_id = i.snitch_id AND a.kind = kinds.kind AND a.at >= i.opened_at
    AND a.at <= greatest(i.last_told_at, i.closed_at) AND a.incident_id = i.id AND a.is_told`;

/** Who was notified of each of these incidents: the latest email to each address and delivery to each webhook. */
export async function listNotified(incidentIds: string[]): Promise<Map<string, SentNotification[]>> {
  if (incidentIds.length === 0) return new Map();
  const alerts = await prepared<{ id: string; incidentId: string }>(
    `SELECT found.id, i.id AS "incidentId" FROM incidents i
     CROSS JOIN (VALUES ('missing'::alert_kind), ('errored'), ('reporting')) AS kinds (kind)
     CROSS JOIN LATERAL (
       (${NOTIFIED} ORDER BY at LIMIT 1) UNION (${NOTIFIED} ORDER BY at DESC LIMIT ${LISTED_ALERTS})) AS found
     WHERE i.id = ANY($1::uuid[]) ORDER BY found.at`,
    [incidentIds],
  );
  const messages = await listMessages(alerts.map(({ id }) => id));
  const byIncident = new Map<string, Map<string, SentNotification>>();
  for (const { id, incidentId } of alerts) {
    const latest = byIncident.get(incidentId) ?? new Map<string, SentNotification>();
    byIncident.set(incidentId, latest);
    for (const one of listSentNotifications(messages.get(id) ?? [])) latest.set(one.target, one);
  }
  return new Map([...byIncident].map(([id, latest]) => [id, [...latest.values()]]));
}
