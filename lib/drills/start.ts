import { v7 as newId } from "uuid";
import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { webhookBody } from "@/lib/channel-kinds/webhook";
import { drillUrl } from "@/lib/channels/drill-url";
import { exampleMessage } from "@/lib/channels/example-message";
import { countManualSend } from "@/lib/channels/rate-limits";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { publishChange } from "@/lib/live/publish";
import { mergeRows } from "@/lib/outbox/new-rows";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { type Sql, transaction } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/durations";
import { insertMany } from "@/lib/platform/insert-many";
import { notFound, Refusal } from "@/lib/platform/refusal";
import { type Audience, findAudience } from "./audience";

/** The least time between two fire drills of a case. */
const MIN_GAP_MS = 10 * MINUTE_MS;

/** What the audit log calls it. */
const RESOURCE_NAME = "fire drill";

const NOBODY =
  "There is nobody to tell: no channel is switched on, and no address can be e-mailed. Add a channel, or invite a member.";

type NewDrill = { id: string; caseId: string; caseName: string; startedBy: string; startedAt: Date };

/**
 * Sends a message that is marked as a fire drill through every channel of a case that is switched on, and to every address that
 * its alerts are e-mailed to. Returns the id of the drill. Refuses if there is nobody to tell, if another one was started less
 * than ten minutes ago, or if the person or the case has asked for too many messages.
 */
export async function startDrill(caseId: string, by: Actor, now: Date): Promise<string> {
  if (by.id !== null) await countManualSend(caseId, by.id, now);
  const id = newId();
  const newRows = await transaction(async (sql) => {
    const caseName = await lockCase(sql, caseId);
    await refuseIfRecent(sql, caseId, now);
    const audience = await findAudience(sql, caseId);
    if (audience.channels.length + audience.addresses.length === 0)
      throw new Refusal("resource_invalid", NOBODY);
    await sql("INSERT INTO drills (id, case_id, started_at, started_by) VALUES ($1, $2, $3, $4)", [
      id,
      caseId,
      now,
      by.name,
    ]);
    await recordEvents(sql, caseId, by, [{ action: "drill.started", resource: { id, name: RESOURCE_NAME } }]);
    const drill = { id, caseId, caseName, startedBy: by.name, startedAt: now };
    return mergeRows(
      { emails: [], deliveries: await saveDeliveries(sql, drill, audience.channels) },
      await enqueueEmails(sql, emailsOf(drill, audience.addresses)),
    );
  });
  wakeWorkersLater(newRows);
  publishChange([caseId]);
  return id;
}

/** Locks the case, so that two concurrent calls cannot both start a drill. Returns its name. */
async function lockCase(sql: Sql, caseId: string): Promise<string> {
  const [found] = await sql<{ name: string }>("SELECT name FROM cases WHERE id = $1 FOR NO KEY UPDATE", [
    caseId,
  ]);
  if (!found) throw notFound("case");
  return found.name;
}

async function refuseIfRecent(sql: Sql, caseId: string, now: Date): Promise<void> {
  const [latest] = await sql<{ startedAt: Date | null }>(
    `SELECT max(started_at) AS "startedAt" FROM drills WHERE case_id = $1`,
    [caseId],
  );
  if (!latest?.startedAt) return;
  const waitMs = latest.startedAt.getTime() + MIN_GAP_MS - now.getTime();
  if (waitMs <= 0) return;
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  throw new Refusal(
    "rate_limited",
    `A fire drill was started less than ten minutes ago. Start the next one in ${minutes} minute${minutes === 1 ? "" : "s"}.`,
  );
}

type NewDelivery = { id: string; channelId: string; body: string | null };

/** Returns their ids. */
async function saveDeliveries(sql: Sql, drill: NewDrill, channels: Audience["channels"]): Promise<string[]> {
  const deliveries = channels.map(({ id: channelId, kind }): NewDelivery => {
    const id = newId();
    return { id, channelId, body: kind === "webhook" ? webhookBodyOf(drill, id) : null };
  });
  await insertMany<NewDelivery>(
    sql,
    "deliveries",
    [
      ["id", "uuid", ({ id }) => id],
      ["webhook_id", "uuid", ({ channelId }) => channelId],
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
