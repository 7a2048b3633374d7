import { type Actor, recordEvents } from "@/lib/audit/record";
import { findKind } from "@/lib/channel-kinds/find";
import { writeMessage } from "@/lib/channel-kinds/kind";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { drillUrl } from "@/lib/outbox/drill-url";
import { NO_ALERT } from "@/lib/outbox/message-row";
import { notificationFor } from "@/lib/outbox/notification-for";
import { mergeRows, type NewRows } from "@/lib/outbox/wake-workers";
import { insertMany } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { MINUTE_MS } from "@/lib/rules/durations";
import { type Audience, findAudience } from "./audience";

/** The least time between two fire drills of a case. */
const MIN_GAP_MS = 10 * MINUTE_MS;

/** What the audit log calls it. */
const RESOURCE_NAME = "fire drill";

/** `startedBy`: who started it, as people read it. */
type Given = { caseId: string; caseName: string; startedBy: string; startedAt: Date };
type NewDrill = Given & { id: string };

/** In how many milliseconds a case may start its next fire drill; 0 or less if it may at once. Call it with the case locked. */
export async function msUntilNextDrill(sql: Sql, caseId: string, now: Date): Promise<number> {
  const [latest] = await sql<{ startedAt: Date | null }>(
    `SELECT max(started_at) AS "startedAt" FROM drills WHERE case_id = $1`,
    [caseId],
  );
  return latest?.startedAt ? latest.startedAt.getTime() + MIN_GAP_MS - now.getTime() : 0;
}

/**
 * Writes a fire drill with its messages, in a transaction that has locked the case: one to every channel that is switched on, and
 * one to every address that alerts are emailed to. Null if there is no one to notify.
 */
export async function beginDrill(
  sql: Sql,
  context: Given,
  by: Actor,
): Promise<{ id: string; newRows: NewRows } | null> {
  const { caseId, startedAt, startedBy } = context;
  const audience = await findAudience(sql, caseId);
  if (audience.channels.length + audience.addresses.length === 0) return null;
  const id = newId();
  await sql("INSERT INTO drills (id, case_id, started_at, started_by) VALUES ($1, $2, $3, $4)", [
    id,
    caseId,
    startedAt,
    startedBy,
  ]);
  await recordEvents(sql, caseId, by, [{ action: "drill.started", resource: { id, name: RESOURCE_NAME } }]);
  const drill = { ...context, id };
  const newRows = mergeRows(
    { emails: [], deliveries: await saveDeliveries(sql, drill, audience.channels) },
    await enqueueEmails(sql, buildEmails(drill, audience.addresses)),
  );
  return { id, newRows };
}

type NewDelivery = { id: string; channelId: string; channelName: string; body: string };

/** Returns their ids. */
async function saveDeliveries(sql: Sql, drill: NewDrill, channels: Audience["channels"]): Promise<string[]> {
  const deliveries = channels.map(({ id: channelId, kind, name: channelName }): NewDelivery => {
    const id = newId();
    return { id, channelId, channelName, body: buildBody(drill, kind, id) };
  });
  await insertMany<NewDelivery>(
    sql,
    "deliveries",
    [
      ["id", "uuid", ({ id }) => id],
      ["channel_id", "uuid", ({ channelId }) => channelId],
      ["channel_name", "text", ({ channelName }) => channelName],
      ["drill_id", "uuid", () => drill.id],
      ["event", "enum delivery_event", () => "drill"],
      ["body", "text", ({ body }) => body],
    ],
    deliveries,
  );
  return deliveries.map(({ id }) => id);
}

/** What the delivery of a drill sends to a channel of this kind. */
function buildBody({ id: drillId, caseId, caseName, startedAt }: NewDrill, kind: string, id: string): string {
  const row = { ...NO_ALERT, caseId, caseName, at: startedAt.toISOString(), drillId };
  return writeMessage(findKind(kind), notificationFor({ id, event: "drill", isPast: false }, row));
}

const buildEmails = (
  { id: drillId, caseId, caseName, startedBy, startedAt }: NewDrill,
  addresses: Audience["addresses"],
) =>
  addresses.map(({ address, isFallback }) => {
    const id = newId();
    const facts = { caseName, startedBy, startedAt, url: drillUrl(id) };
    return { id, kind: "drill" as const, address, isFallback, caseId, drillId, facts };
  });
