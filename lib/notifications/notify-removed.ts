import { STATEFUL_KINDS } from "@/lib/channel-kinds/find";
import { MAX_SENDING } from "@/lib/delivery/take-turn";
import { type MessageRow, NO_ALERT } from "@/lib/outbox/message-row";
import { notificationFor } from "@/lib/outbox/notification-for";
import type { Sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";

type Opened = Pick<
  MessageRow,
  "caseId" | "caseName" | "since" | "cause" | "severity" | "snitch" | "incident"
> & {
  channelId: string;
  ref: string | null;
  isOff: boolean;
  isSending: boolean;
};

/**
 * Queues the end of what pagers may have open about snitches that are about to be deleted, which deletes their incidents and all
 * that is queued about them, the ends of earlier ones included. A pager that is switched off is notified once it is on again. Returns
 * the ids of the deliveries.
 */
export async function notifyRemoved(sql: Sql, snitchIds: string[]): Promise<string[]> {
  await lockPending(sql, snitchIds);
  const opened = await sql<Opened>(
    `SELECT w.id AS "channelId", c.id AS "caseId", c.name AS "caseName", i.opened_at AS since, i.cause::text AS cause,
       i.severity::text AS severity, r.ref, w.disabled_at IS NOT NULL AS "isOff",
       json_build_object('token', s.token, 'name', s.name, 'notes', s.notes, 'tags', s.tags, 'link', s.url) AS snitch,
       json_build_object('id', i.id, 'openedAt', i.opened_at, 'cause', i.cause) AS incident,
       EXISTS (SELECT FROM deliveries d WHERE d.incident_id = i.id AND d.channel_id = w.id
         AND d.sending_since > now() - ${MAX_SENDING}) AS "isSending"
     FROM incidents i JOIN snitches s ON s.id = i.snitch_id JOIN cases c ON c.id = s.case_id
     JOIN channels w ON w.case_id = c.id AND w.kind = ANY($2)
     LEFT JOIN channel_refs r ON r.channel_id = w.id AND r.incident_id = i.id
     WHERE i.snitch_id = ANY($1::uuid[])
       AND (i.closed_at IS NULL OR EXISTS (SELECT FROM deliveries d JOIN alerts a ON a.id = d.alert_id
         WHERE d.incident_id = i.id AND d.channel_id = w.id AND a.kind IN ('reporting', 'paused')
           AND d.accepted_at IS NULL AND d.superseded_at IS NULL))
       AND EXISTS (SELECT FROM deliveries d WHERE d.incident_id = i.id AND d.channel_id = w.id AND d.is_tried)`,
    [snitchIds, STATEFUL_KINDS],
  );
  const ids: string[] = [];
  for (const { channelId, ref, isOff, isSending, ...row } of opened) {
    const id = newId();
    const at = new Date().toISOString();
    const notification = notificationFor(
      { id, event: "removed", isPast: false },
      { ...NO_ALERT, ...row, at },
    );
    await sql(
      `INSERT INTO deliveries (id, channel_id, event, body, ref, due_at, gave_up_at)
       VALUES ($1, $2, 'removed', $3, $4, now() + CASE WHEN $5 THEN ${MAX_SENDING} ELSE '0' END, CASE WHEN $6 THEN now() END)`,
      [id, channelId, JSON.stringify(notification), ref, isSending, isOff],
    );
    ids.push(id);
  }
  return ids;
}

/** Keeps workers from beginning to send incidents of what is deleted, which would stay open. */
const lockPending = (sql: Sql, snitchIds: string[]) =>
  sql(
    `SELECT FROM deliveries WHERE accepted_at IS NULL AND gave_up_at IS NULL
       AND incident_id IN (SELECT id FROM incidents WHERE snitch_id = ANY($1::uuid[])) ORDER BY id FOR UPDATE`,
    [snitchIds],
  );
