import { type Actor, type NewAuditEvent, recordEvents } from "@/lib/audit/record";
import { findKind } from "@/lib/channel-kinds/find";
import { auditAction, formatChannelName, type NamedChannel } from "@/lib/channels/name";
import { readableHost } from "@/lib/channels/target";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { type Sql, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { MAX_SENDING } from "./take-turn";

/** How many of the messages are due now, and how many stay as they are. */
export type TriedAgain = { due: number; left: number };

/** `target`: the channel or the address, of which there is one event. */
type Retried = { id: string; caseId: string | null; target: string; event: NewAuditEvent };

/**
 * Makes these emails and deliveries of any cases due now, with all their attempts, also those that were given up, for the operator. Leaves what cannot be sent any
 * more: what arrived meanwhile, what was deleted, what has no content anymore, and what is for a channel that is switched off.
 */
export async function tryAgain(ids: string[], by: Actor): Promise<TriedAgain> {
  const { emails, deliveries } = await transaction(async (sql) => {
    const emails = await retryEmails(sql, ids);
    const deliveries = await retryDeliveries(sql, ids);
    await recordRetries(sql, [...emails, ...deliveries], by);
    return { emails, deliveries };
  });
  const due = emails.length + deliveries.length;
  if (due > 0) log.info({ by: by.name, address: by.address, messages: due }, "messages tried again");
  wakeWorkersLater({ emails: emails.map(({ id }) => id), deliveries: deliveries.map(({ id }) => id) });
  return { due, left: new Set(ids).size - due };
}

async function retryEmails(sql: Sql, ids: string[]): Promise<Retried[]> {
  // An email of a batch is sent again with the others, by which the provider recognises the request.
  const rows = await sql<{ id: string; caseId: string | null; address: string }>(
    `UPDATE emails SET due_at = now(), gave_up_at = NULL,
       attempts = 0,
       held_for = CASE WHEN gave_up_at IS NULL THEN held_for END,
       summary_id = CASE WHEN gave_up_at IS NULL THEN summary_id END
     WHERE id IN (SELECT e.id FROM emails e
         WHERE (e.id = ANY($1::uuid[]) OR e.batch_id IN (SELECT batch_id FROM emails WHERE id = ANY($1::uuid[])))
           AND e.sent_at IS NULL AND e.skip_reason IS NULL AND e.mark IS NULL
           AND (e.gave_up_at IS NULL OR e.kind IN ('alert', 'pending_reminder', 'paused_reminder'))
         ORDER BY e.id FOR UPDATE)
     RETURNING id, case_id AS "caseId", address`,
    [ids],
  );
  return rows
    .filter(({ id }) => ids.includes(id))
    .map(({ id, caseId, address }) => ({
      id,
      caseId,
      target: address,
      event: { action: "recipient.retried", resource: { id, name: address } },
    }));
}

async function retryDeliveries(sql: Sql, ids: string[]): Promise<Retried[]> {
  const rows = await sql<NamedChannel & { id: string; caseId: string; channelId: string }>(
    `UPDATE deliveries d SET due_at = now(), gave_up_at = NULL, attempts = 0
     FROM channels w WHERE w.id = d.channel_id AND d.id IN (
       SELECT o.id FROM deliveries o JOIN channels c ON c.id = o.channel_id
       WHERE o.id = ANY($1::uuid[]) AND o.accepted_at IS NULL AND o.superseded_at IS NULL AND c.disabled_at IS NULL
         AND (o.sending_since IS NULL OR o.sending_since <= now() - ${MAX_SENDING})
       ORDER BY o.id FOR UPDATE OF o)
     RETURNING d.id, w.id AS "channelId", w.case_id AS "caseId", w.kind, w.name, w.url`,
    [ids],
  );
  return rows.map(({ id, caseId, channelId, ...channel }) => ({
    id,
    caseId,
    target: channelId,
    event: {
      action: auditAction(channel, "retried"),
      resource: { id: channelId, name: nameOf(channel) },
    },
  }));
}

/** As everywhere, also if the URL cannot be read. */
const nameOf = (channel: NamedChannel) =>
  !channel.name && findKind(channel.kind).isNamedByHost
    ? readableHost(channel.url)
    : formatChannelName(channel);

/** One event for each channel and address of a case, with the number of its messages. */
async function recordRetries(sql: Sql, retried: Retried[], by: Actor): Promise<void> {
  for (const caseId of new Set(retried.map((one) => one.caseId))) {
    if (caseId === null) continue;
    const byTarget = new Map<string, Retried[]>();
    for (const one of retried.filter((row) => row.caseId === caseId))
      byTarget.set(one.target, [...(byTarget.get(one.target) ?? []), one]);
    const events = [...byTarget.values()].flatMap((same) =>
      same.slice(0, 1).map(({ event }) => ({ ...event, facts: { messages: `${same.length}` } })),
    );
    await recordEvents(sql, caseId, by, events);
  }
}
