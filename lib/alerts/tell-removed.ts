import { v7 as newId } from "uuid";
import { STATEFUL_KINDS } from "@/lib/channel-kinds/find";
import { type MessageRow, toldOf } from "@/lib/channels/told-of";
import type { Sql } from "@/lib/platform/db";

type Opened = Pick<
  MessageRow,
  "caseId" | "caseName" | "since" | "cause" | "severity" | "snitch" | "incident"
> & {
  channelId: string;
  ref: string | null;
  isSending: boolean;
};

/** Longer than a message that is on its way can still take. */
const SENDING_TIME = "interval '60 seconds'";

/**
 * Queues the end of what pagers may have open about snitches that are about to be deleted, which deletes their incidents and all
 * that is queued about them. Returns the ids of the deliveries.
 */
export async function tellRemoved(sql: Sql, snitchIds: string[]): Promise<string[]> {
  const opened = await sql<Opened>(
    `SELECT w.id AS "channelId", c.id AS "caseId", c.name AS "caseName", i.opened_at AS since, i.cause::text AS cause,
       i.severity::text AS severity, r.ref,
       json_build_object('token', s.token, 'name', s.name, 'notes', s.notes, 'tags', s.tags) AS snitch,
       json_build_object('id', i.id, 'openedAt', i.opened_at) AS incident,
       EXISTS (SELECT FROM deliveries d WHERE d.incident_id = i.id AND d.webhook_id = w.id
         AND d.sending_since > now() - ${SENDING_TIME}) AS "isSending"
     FROM incidents i JOIN snitches s ON s.id = i.snitch_id JOIN cases c ON c.id = s.case_id
     JOIN webhooks w ON w.case_id = c.id AND w.channel = ANY($2) AND w.disabled_at IS NULL
     LEFT JOIN channel_refs r ON r.channel_id = w.id AND r.incident_id = i.id
     WHERE i.snitch_id = ANY($1::uuid[]) AND i.closed_at IS NULL
       AND EXISTS (SELECT FROM deliveries d WHERE d.incident_id = i.id AND d.webhook_id = w.id AND d.is_tried)`,
    [snitchIds, STATEFUL_KINDS],
  );
  const ids: string[] = [];
  for (const { channelId, ref, isSending, ...row } of opened) {
    const id = newId();
    const at = new Date().toISOString();
    const told = toldOf({ id, event: "removed", isPast: false }, { ...NOTHING, ...row, at });
    await sql(
      `INSERT INTO deliveries (id, webhook_id, event, body, ref, due_at)
       VALUES ($1, $2, 'removed', $3, $4, now() + CASE WHEN $5 THEN ${SENDING_TIME} ELSE '0' END)`,
      [id, channelId, JSON.stringify(told), ref, isSending],
    );
    ids.push(id);
  }
  return ids;
}

const NOTHING = {
  kind: null,
  run: null,
  exitStatus: null,
  message: null,
  isReminder: null,
  hold: null,
  acknowledgedBy: null,
  drillId: null,
};
