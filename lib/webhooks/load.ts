import type { AlertMessage } from "@/lib/channels/channel";
import { pool } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encrypt";

/** A delivery with everything that one try at it needs. */
export type PendingDelivery = {
  webhook: { id: string; url: string; channel: string; secrets: string[]; failures: number };
} & ({ body: string; told: AlertMessage | null } | { body: null; told: AlertMessage });

type Row = {
  webhookId: string;
  url: string;
  channel: string;
  secret: string;
  oldSecret: string | null;
  failures: number;
  body: string | null;
  told: (Omit<AlertMessage, "at"> & { at: string }) | null;
};

/** Null when the delivery is gone, with its alert or its webhook. */
export async function loadDelivery(id: string): Promise<PendingDelivery | null> {
  const { rows } = await pool.query<Row>(
    `SELECT w.id AS "webhookId", w.url, w.channel, w.secret, w.failures, d.body,
       CASE WHEN w.old_secret_until > now() THEN w.old_secret END AS "oldSecret",
       CASE WHEN a.id IS NOT NULL THEN json_build_object(
         'kind', a.kind, 'from', a."from", 'to', a."to", 'at', a.at, 'snitch',
         json_build_object('token', s.token, 'name', s.name, 'notes', s.notes, 'tags', s.tags)) END AS told
     FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id
     LEFT JOIN alerts a ON a.id = d.alert_id LEFT JOIN snitches s ON s.id = a.snitch_id
     WHERE d.id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) return null;
  const { webhookId, url, channel, failures, secret, oldSecret, body } = row;
  const webhook = {
    id: webhookId,
    url: decrypt(url),
    channel,
    failures,
    secrets: (oldSecret ? [secret, oldSecret] : [secret]).map((kept) => decrypt(kept)),
  };
  const told = row.told && { ...row.told, at: new Date(row.told.at) };
  if (body !== null) return { webhook, body, told };
  if (!told) throw new Error(`Delivery ${id} has nothing to say.`);
  return { webhook, body, told };
}
