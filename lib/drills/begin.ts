import { v7 as newId } from "uuid";
import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { webhookBody } from "@/lib/channel-kinds/webhook";
import { drillUrl } from "@/lib/channels/drill-url";
import { exampleMessage } from "@/lib/channels/example-message";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { mergeRows, type NewRows } from "@/lib/outbox/new-rows";
import type { Sql } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/durations";
import { insertMany } from "@/lib/platform/insert-many";
import { type Audience, findAudience } from "./audience";

/** The least time between two fire drills of a case. */
const MIN_GAP_MS = 10 * MINUTE_MS;

/** What the audit log calls it. */
const RESOURCE_NAME = "fire drill";

/** `startedBy`: what people read of who started it. */
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
 * one to every address that alerts are e-mailed to. Null if there is nobody to tell.
 */
export async function beginDrill(
  sql: Sql,
  given: Given,
  by: Actor,
): Promise<{ id: string; newRows: NewRows } | null> {
  const { caseId, startedAt, startedBy } = given;
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
  const drill = { ...given, id };
  const newRows = mergeRows(
    { emails: [], deliveries: await saveDeliveries(sql, drill, audience.channels) },
    await enqueueEmails(sql, emailsOf(drill, audience.addresses)),
  );
  return { id, newRows };
}

type NewDelivery = { id: string; channelId: string; channelName: string; body: string | null };

/** Returns their ids. */
async function saveDeliveries(sql: Sql, drill: NewDrill, channels: Audience["channels"]): Promise<string[]> {
  const deliveries = channels.map(({ id: channelId, kind, name: channelName }): NewDelivery => {
    const id = newId();
    return { id, channelId, channelName, body: kind === "webhook" ? webhookBodyOf(drill, id) : null };
  });
  await insertMany<NewDelivery>(
    sql,
    "deliveries",
    [
      ["id", "uuid", ({ id }) => id],
      ["webhook_id", "uuid", ({ channelId }) => channelId],
      ["channel_name", "text", ({ channelName }) => channelName],
      ["drill_id", "uuid", () => drill.id],
      ["event", "enum delivery_event", () => "drill"],
      ["body", "text", ({ body }) => body],
    ],
    deliveries,
  );
  return deliveries.map(({ id }) => id);
}

/** A webhook has no event of its own for drills: its body is fixed by the specification. */
const webhookBodyOf = ({ caseName, startedAt }: NewDrill, deliveryId: string): string =>
  webhookBody(
    exampleMessage(startedAt, {
      name: `Fire drill: can ${caseName} reach you here?`,
      notes: `This is a fire drill: nothing is wrong. To confirm that you have seen it, open ${drillUrl(deliveryId)}`,
      tags: ["drill"],
    }),
  );

const emailsOf = (
  { id: drillId, caseId, caseName, startedBy, startedAt }: NewDrill,
  addresses: Audience["addresses"],
) =>
  addresses.map(({ address, isFallback }) => {
    const id = newId();
    const facts = { caseName, startedBy, startedAt, url: drillUrl(id) };
    return { id, kind: "drill" as const, address, isFallback, caseId, drillId, facts };
  });
