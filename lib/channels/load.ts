import type { AlertMessage } from "@/lib/channel-kinds/channel";
import { pool } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encrypt";

/** A delivery with everything that an attempt needs. The body is null before the first attempt of an alert. */
export type PendingDelivery = {
  channel: { id: string; url: string; kind: string; secrets: string[]; failures: number };
} & ({ body: string; alert: AlertMessage | null } | { body: null; alert: AlertMessage });

type StoredIncident = Omit<NonNullable<AlertMessage["incident"]>, "openedAt"> & { openedAt: string };

type DeliveryRow = {
  channelId: string;
  url: string;
  kind: string;
  secret: string;
  oldSecret: string | null;
  failures: number;
  body: string | null;
  alert: (Omit<AlertMessage, "at" | "incident"> & { at: string; incident: StoredIncident | null }) | null;
};

/**
 * The status that receivers know. If earlier alerts of the incident were held back, the first one that is told says what was
 * before the incident: receivers pair a beginning and an end by it.
 */
const KNOWN_STATUS = `coalesce((
  SELECT first."from" FROM alerts first WHERE first.incident_id = a.incident_id AND a.kind IN ('missing', 'errored')
    AND NOT EXISTS (SELECT FROM alerts told WHERE told.incident_id = a.incident_id AND told.is_told
      AND (told.at, told.id) < (a.at, a.id))
  ORDER BY first.at, first.id LIMIT 1), a."from")`;

/** Null if the delivery was deleted together with its alert or its channel. */
export async function loadDelivery(id: string): Promise<PendingDelivery | null> {
  const { rows } = await pool.query<DeliveryRow>(
    `SELECT w.id AS "channelId", w.url, w.channel AS kind, w.secret, w.failures, d.body,
       CASE WHEN w.old_secret_until > now() THEN w.old_secret END AS "oldSecret",
       CASE WHEN a.id IS NOT NULL THEN json_build_object(
         'kind', a.kind, 'from', ${KNOWN_STATUS}, 'to', a."to", 'at', a.at, 'cause', a.cause,
         'run', a.run, 'snitch',
         json_build_object('token', s.token, 'name', s.name, 'notes', s.notes, 'tags', s.tags), 'incident',
         CASE WHEN i.id IS NOT NULL THEN json_build_object(
           'id', i.id, 'openedAt', i.opened_at, 'severity', i.severity, 'cause', i.cause) END) END AS alert
     FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id
     LEFT JOIN alerts a ON a.id = d.alert_id LEFT JOIN snitches s ON s.id = a.snitch_id
     LEFT JOIN incidents i ON i.id = a.incident_id
     WHERE d.id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) return null;
  const { channelId, url, kind, failures, secret, oldSecret, body } = row;
  const secrets = oldSecret ? [secret, oldSecret] : [secret];
  const channel = {
    id: channelId,
    url: decrypt(url),
    kind,
    failures,
    secrets: secrets.map((stored) => decrypt(stored)),
  };
  const alert = row.alert && alertOf(row.alert);
  if (body !== null) return { channel, body, alert };
  if (!alert) throw new Error(`Delivery ${id} has neither a body nor an alert.`);
  return { channel, body, alert };
}

const alertOf = ({ at, incident, ...alert }: NonNullable<DeliveryRow["alert"]>): AlertMessage => ({
  ...alert,
  at: new Date(at),
  incident: incident && { ...incident, openedAt: new Date(incident.openedAt) },
});
