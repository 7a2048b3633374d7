import { findKind } from "@/lib/channel-kinds/find";
import { writeMessage } from "@/lib/channel-kinds/kind";
import { QUIET } from "@/lib/channels/routes";
import { ROUTE_COLUMNS } from "@/lib/channels/save-route";
import { NO_ALERT } from "@/lib/outbox/message-row";
import { notificationFor } from "@/lib/outbox/notification-for";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { query, type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/new-id";
import type { Severity } from "@/lib/rules/incidents/incident";
import { waitOfChannel } from "@/lib/rules/notifications/channel-hours";
import type { QuietHours } from "@/lib/rules/notifications/quiet-hours";
import type { Route } from "@/lib/rules/notifications/route";
import { type SummarizedAlert, summarizeAlerts } from "@/lib/rules/notifications/summarize-alerts";
import { describeSummary } from "@/lib/rules/notifications/summary-text";

/** Batch size: channels in one run of the job. */
const MAX_CHANNELS = 1_000;

/** "HOUR": the first half of the ids of the advisory locks. */
const LOCK_CLASS = 0x484f5552;

const IS_HELD = "d.is_held AND d.accepted_at IS NULL AND d.gave_up_at IS NULL";

/** When the next message that waits for hours is due; null if none waits. */
export async function nextReleaseAt(): Promise<Date | null> {
  const [next] = await query<{ at: Date | null }>(
    `SELECT min(due_at) AS at FROM deliveries d WHERE ${IS_HELD}`,
  );
  return next?.at ?? null;
}

/**
 * Sends what has waited for the hours of a channel: several alerts as one message, and to a pager each incident that is still open. Safe
 * to run late, twice, or in several workers at once.
 */
export async function releaseHeld(now: Date): Promise<void> {
  const channels = await query<{ id: string }>(
    `SELECT d.channel_id AS id FROM deliveries d WHERE ${IS_HELD} AND d.due_at <= $1
     GROUP BY 1 ORDER BY min(d.due_at) LIMIT ${MAX_CHANNELS}`,
    [now],
  );
  for (const { id } of channels) {
    const deliveries = await transaction((sql) => releaseChannel(sql, id, now));
    wakeWorkersLater({ emails: [], deliveries });
  }
}

type HoldingChannel = Route & {
  id: string;
  kind: string;
  caseId: string;
  caseName: string;
  quiet: QuietHours | null;
};

type HeldRow = Omit<SummarizedAlert, "incident"> & {
  id: string;
  /** Null if it is about no alert. */
  alertId: string | null;
  heldFor: "hours" | "quiet_hours";
  severity: Severity;
  incidentId: string | null;
  openedAt: Date | null;
  closedAt: Date | null;
};

/** Returns the ids of the deliveries to send. */
async function releaseChannel(sql: Sql, channelId: string, now: Date): Promise<string[]> {
  // Another worker that releases the same channel takes all of its messages.
  const [channel] = await sql<HoldingChannel>(
    `SELECT w.id, w.kind, w.case_id AS "caseId", c.name AS "caseName", ${ROUTE_COLUMNS}, ${QUIET} AS quiet
     FROM channels w JOIN cases c ON c.id = w.case_id WHERE w.id = $1 AND pg_try_advisory_xact_lock($2, hashtext($1::text))`,
    [channelId, LOCK_CLASS],
  );
  const rows = channel ? await lockHeld(sql, channelId, now) : [];
  if (!channel || rows.length === 0) return [];
  const wait = waitOfChannel(channel, channel.quiet, "info", now);
  // Its hours are others now, or no worker ran while they lasted.
  if (wait) {
    await sql("UPDATE deliveries SET due_at = $2 WHERE id = ANY($1::uuid[])", [listIds(rows), wait.until]);
    return [];
  }
  const alerts = rows.filter(({ alertId }) => alertId !== null);
  const lines = summarizeRows(alerts);
  const [only] = lines;
  // The turns of each incident then leave its last message, and at a pager none of what has ended.
  if (
    findKind(channel.kind).stateful ||
    !only ||
    (lines.length === 1 && (alerts.length === 1 || !only.endedAt))
  )
    return release(sql, rows);
  const others = rows.filter(({ alertId }) => alertId === null);
  return [...(await release(sql, others)), await summarize(sql, channel, alerts, now)];
}

const listIds = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** The messages of a channel that are due, in their order. */
const lockHeld = (sql: Sql, channelId: string, now: Date) =>
  sql<HeldRow>(
    `SELECT d.id, d.alert_id AS "alertId", d.held_for::text AS "heldFor", s.id AS "snitchId", s.name, a.kind::text AS kind, a.at,
       coalesce(i.severity, s.severity)::text AS severity, i.id AS "incidentId", i.opened_at AS "openedAt", i.closed_at AS "closedAt"
     FROM deliveries d LEFT JOIN alerts a ON a.id = d.alert_id LEFT JOIN snitches s ON s.id = a.snitch_id
     LEFT JOIN incidents i ON i.id = a.incident_id
     WHERE d.channel_id = $1 AND ${IS_HELD} AND d.due_at <= $2 ORDER BY d.id FOR UPDATE OF d`,
    [channelId, now],
  );

const summarizeRows = (rows: HeldRow[]) =>
  summarizeAlerts(
    rows.map(({ incidentId, openedAt, closedAt, ...alert }) => ({
      ...alert,
      incident: incidentId && openedAt ? { id: incidentId, openedAt, closedAt } : null,
    })),
  );

async function release(sql: Sql, rows: HeldRow[]): Promise<string[]> {
  if (rows.length > 0)
    await sql("UPDATE deliveries SET is_held = false, due_at = now() WHERE id = ANY($1::uuid[])", [
      listIds(rows),
    ]);
  return listIds(rows);
}

/** Queues one message in place of these. Returns its id. */
async function summarize(sql: Sql, channel: HoldingChannel, rows: HeldRow[], now: Date): Promise<string> {
  const { id: channelId, kind, caseId, caseName } = channel;
  const id = newId();
  const notification = notificationFor(
    { id, event: "summary", isPast: false },
    { ...NO_ALERT, caseId, caseName, at: now.toISOString(), since: null },
  );
  const body = writeMessage(findKind(kind), {
    ...notification,
    snitch: { ...notification.snitch, name: caseName, url: `${env.APP_URL}/${caseId}/incidents` },
    ...describeSummary(summarizeRows(rows), {
      heldFor: rows[0]?.heldFor ?? "hours",
      openSeverities: rows.flatMap(({ incidentId, closedAt, severity }) =>
        incidentId && !closedAt ? severity : [],
      ),
    }),
  });
  await sql("INSERT INTO deliveries (id, channel_id, event, body) VALUES ($1, $2, 'summary', $3)", [
    id,
    channelId,
    body,
  ]);
  await sql(
    `UPDATE deliveries SET is_held = false, is_tried = true, summary_id = $2, superseded_at = now(), gave_up_at = now()
     WHERE id = ANY($1::uuid[])`,
    [listIds(rows), id],
  );
  return id;
}
