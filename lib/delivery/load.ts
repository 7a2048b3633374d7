import { EVENT_KINDS, findKind } from "@/lib/channel-kinds/find";
import { decryptSettings } from "@/lib/channels/stored-settings";
import { MESSAGE, type MessageRow } from "@/lib/outbox/message-row";
import { pool } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encrypt";
import type { DeliveryEvent } from "@/lib/platform/generated/enums";
import { retentionStart } from "@/lib/rules/history/retention";

/** A channel, as an attempt needs it. */
export type SendingChannel = {
  id: string;
  kind: string;
  settings: Record<string, string>;
  /** What it signs with, the newest first. */
  secrets: string[];
  /** As the database stores them, to see whether they have changed meanwhile. */
  sealedSettings: string | null;
  failures: number;
  /** How long its receiver still wants to be left alone, in milliseconds; 0 or less if it does not. */
  limitedMs: number;
};

/** A delivery with everything that an attempt needs. */
export type PendingDelivery = {
  id: string;
  channel: SendingChannel;
  event: DeliveryEvent | null;
  incidentId: string | null;
  /** The outage of a machine that it is about. */
  machineIncidentId: string | null;
  /** Whether it is this message's turn, because nothing else about its incident was ever queued for the channel. */
  isAlone: boolean;
  sentRequests: number;
  /** What it says, as JSON. Null before the first attempt of an alert. */
  body: string | null;
  /** How the receiver names what it made of the incident. */
  ref: string | null;
  /** What it is about. */
  row: MessageRow;
};

type DeliveryRow = Omit<PendingDelivery, "channel"> & {
  heldFor: MessageRow["waitedFor"];
  channelId: string;
  url: string;
  kind: string;
  secret: string;
  oldSecret: string | null;
  settings: string | null;
  failures: number;
  limitedMs: number;
};

/**
 * Takes the turn of messages at once that are the only ones about their incident, and no end: see `takeTurn` for all others, and for
 * what another worker has locked, so that none waits for another's lock. For an incident that is older than what is kept, its
 * beginning was sent and is deleted.
 */
const TURNS_IF_ALONE = `
  UPDATE deliveries SET sending_since = now(), is_tried = true WHERE id IN (
    SELECT d.id FROM deliveries d JOIN channels w ON w.id = d.channel_id
    WHERE d.id = ANY($1::uuid[]) AND w.kind <> ALL($3) AND d.incident_id IS NOT NULL
      AND d.accepted_at IS NULL AND d.gave_up_at IS NULL AND (w.limited_until IS NULL OR w.limited_until <= now())
      AND NOT EXISTS (SELECT FROM deliveries other WHERE other.incident_id = d.incident_id
        AND other.channel_id = d.channel_id AND other.id <> d.id)
      AND EXISTS (SELECT FROM incidents i LEFT JOIN alerts a ON a.id = d.alert_id
        WHERE i.id = d.incident_id AND (a.kind IN ('missing', 'errored') OR i.opened_at < $2))
    FOR NO KEY UPDATE OF d SKIP LOCKED)
  RETURNING id`;

/** These deliveries, in their order; null for one that was deleted together with its alert or its channel. */
export async function loadDeliveries(ids: readonly string[]): Promise<(PendingDelivery | null)[]> {
  const { rows } = await pool.query<DeliveryRow>(
    `WITH alone AS (${TURNS_IF_ALONE})
     SELECT d.id, w.id AS "channelId", w.url, w.kind, w.secret, w.settings, w.failures, d.body, d.event,
       d.sent_requests AS "sentRequests", d.incident_id AS "incidentId", d.machine_incident_id AS "machineIncidentId", coalesce(d.ref, r.ref, ended.ref) AS ref,
       d.id IN (SELECT id FROM alone) AS "isAlone",
       coalesce(extract(epoch FROM w.limited_until - now()) * 1000, 0)::float AS "limitedMs",
       CASE WHEN w.old_secret_until > now() THEN w.old_secret END AS "oldSecret",
       ${MESSAGE} AS row, d.held_for AS "heldFor"
     FROM deliveries d JOIN channels w ON w.id = d.channel_id JOIN cases cs ON cs.id = w.case_id
     LEFT JOIN alerts a ON a.id = d.alert_id
     LEFT JOIN incidents i ON i.id = coalesce(a.incident_id, d.incident_id)
     LEFT JOIN snitches s ON s.id = coalesce(a.snitch_id, i.snitch_id)
     LEFT JOIN channel_refs r ON r.channel_id = w.id AND r.incident_id = d.incident_id
     LEFT JOIN deliveries ended ON ended.id = d.ends_id
     WHERE d.id = ANY($1::uuid[])`,
    [ids, retentionStart(new Date()), EVENT_KINDS],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const read = rememberDecrypted();
  return ids.map((id) => {
    const row = byId.get(id);
    return row ? toPendingDelivery(row, read) : null;
  });
}

/** What a channel accepted first about an incident, as it was saved, which an acknowledgement edits. Null for any other message. */
export async function findFirst({ event, incidentId, channel }: PendingDelivery): Promise<string | null> {
  if (event !== "acknowledged" || !findKind(channel.kind).hasButtons) return null;
  const { rows } = await pool.query<{ body: string | null }>(
    `SELECT body FROM deliveries WHERE incident_id = $1 AND channel_id = $2 AND event IS NULL AND accepted_at IS NOT NULL
     ORDER BY id LIMIT 1`,
    [incidentId, channel.id],
  );
  return rows[0]?.body ?? null;
}

/** `decrypt`, once for each text: many deliveries of a burst go to one channel. */
function rememberDecrypted(): (ciphertext: string) => string {
  const cache = new Map<string, string>();
  return (ciphertext) => {
    const text = cache.get(ciphertext) ?? decrypt(ciphertext);
    cache.set(ciphertext, text);
    return text;
  };
}

function toPendingDelivery(row: DeliveryRow, read: (ciphertext: string) => string): PendingDelivery {
  const { channelId, url, kind, failures, secret, oldSecret, settings, limitedMs, heldFor, ...delivery } =
    row;
  const secrets = oldSecret ? [secret, oldSecret] : [secret];
  return {
    ...delivery,
    row: { ...delivery.row, waitedFor: heldFor },
    channel: {
      id: channelId,
      kind,
      failures,
      limitedMs,
      secrets: secrets.map(read),
      settings: decryptSettings({ url, settings }, read),
      sealedSettings: settings,
    },
  };
}
