import { type Sql, transaction } from "@/lib/platform/db";
import { chooseTurn, type QueuedMessage, type Turn } from "@/lib/rules/notifications/turn";
import type { PendingDelivery } from "./load";

/** SQL: longer than an attempt lasts. After it, the worker that began one is taken for dead. */
export const MAX_SENDING = "interval '60 seconds'";

/**
 * `ref`: how the receiver names what it made of the earlier messages, which may have had their response while this one waited. `waitMs`: how
 * soon it looks again whether it is its turn.
 */
type Taken = (Exclude<Turn, { kind: "wait" }> | { kind: "wait"; waitMs: number }) & { ref: string | null };

/** The shortest such wait. */
const TURN_MS = 1_000;

/**
 * Decides whether it is this message's turn among those of its channel about its incident, and if so, marks it as being sent.
 * Messages that it replaces, and one that is never sent, are given up as superseded.
 */
export async function takeTurn(
  { id, incidentId, machineIncidentId, channel }: PendingDelivery,
  isStateful: boolean,
): Promise<Taken> {
  return transaction(async (sql) => {
    const subject = incidentId
      ? ({ column: "incident_id", id: incidentId } as const)
      : ({ column: "machine_incident_id", id: machineIncidentId } as const);
    const messages = await lockMessages(sql, subject, channel.id);
    // Deleted meanwhile.
    if (messages.every((message) => message.id !== id)) return { kind: "skip", supersedes: [], ref: null };
    const turn = chooseTurn(id, messages, isStateful);
    if (turn.kind === "wait")
      return { ...turn, ref: null, waitMs: Math.max(TURN_MS, ...messages.map(({ waitMs }) => waitMs)) };
    await supersede(sql, turn.kind === "skip" ? [...turn.supersedes, id] : turn.supersedes);
    if (turn.kind === "skip") return { ...turn, ref: null };
    await sql("UPDATE deliveries SET sending_since = now(), is_tried = true WHERE id = $1", [id]);
    return { ...turn, ref: await findRef(sql, subject, channel.id) };
  });
}

/** The incident of a snitch, or the outage of a machine, which messages are about. */
type Subject = { column: "incident_id" | "machine_incident_id"; id: string | null };

/** SQL: it is a part of a message that has not arrived yet, so that the next about its incident waits. */
const IS_BEING_SUMMARIZED = `d.summary_id IS NOT NULL AND NOT EXISTS (
  SELECT FROM deliveries s WHERE s.id = d.summary_id AND (s.accepted_at IS NOT NULL OR s.gave_up_at IS NOT NULL))`;

/** Locks the messages of a channel about an incident, so that turns are taken one after another. */
const lockMessages = (sql: Sql, { column, id }: Subject, channelId: string) =>
  sql<QueuedMessage & { waitMs: number }>(
    `SELECT d.id, d.is_tried AS "isTried", coalesce((SELECT extract(epoch FROM s.due_at - now()) * 1000 FROM deliveries s
         WHERE s.id = d.summary_id AND s.accepted_at IS NULL AND s.gave_up_at IS NULL), 0)::float AS "waitMs",
       CASE WHEN d.event = 'acknowledged' THEN 'acknowledges' WHEN a.kind IN ('missing', 'errored') OR d.event = 'machine_silent' THEN 'opens' ELSE 'ends' END AS does,
       CASE WHEN ${IS_BEING_SUMMARIZED} THEN 'sending' WHEN d.accepted_at IS NOT NULL THEN 'accepted' WHEN d.gave_up_at IS NOT NULL THEN 'given_up'
         WHEN d.sending_since > now() - ${MAX_SENDING} THEN 'sending' ELSE 'waiting' END AS state
     FROM deliveries d LEFT JOIN alerts a ON a.id = d.alert_id
     WHERE d.${column} = $1 AND d.channel_id = $2 ORDER BY d.id FOR NO KEY UPDATE OF d`,
    [id, channelId],
  );

async function findRef(sql: Sql, { column, id }: Subject, channelId: string): Promise<string | null> {
  const [row] = await sql<{ ref: string }>(
    column === "incident_id"
      ? "SELECT ref FROM channel_refs WHERE channel_id = $1 AND incident_id = $2"
      : "SELECT ref FROM deliveries WHERE channel_id = $1 AND machine_incident_id = $2 AND ref IS NOT NULL ORDER BY id LIMIT 1",
    [channelId, id],
  );
  return row?.ref ?? null;
}

const supersede = (sql: Sql, ids: string[]) =>
  sql(
    `UPDATE deliveries SET superseded_at = now(), gave_up_at = now()
     WHERE id = ANY($1::uuid[]) AND accepted_at IS NULL AND gave_up_at IS NULL`,
    [ids],
  );
