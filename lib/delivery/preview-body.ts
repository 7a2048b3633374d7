import { writeMessage } from "@/lib/channel-kinds/kind";
import { contentTypeOf, webhook } from "@/lib/channel-kinds/webhook";
import { findBodyProblem, renderBody } from "@/lib/channel-kinds/webhook-body";
import { findHeadersProblem } from "@/lib/channel-kinds/webhook-headers";
import { MESSAGE, type MessageRow, NO_ALERT } from "@/lib/outbox/message-row";
import { notificationFor } from "@/lib/outbox/notification-for";
import { db, prepared } from "@/lib/platform/db";

const LATEST = `
  SELECT ${MESSAGE} AS row FROM cases cs
  JOIN LATERAL (SELECT * FROM alerts WHERE case_id = cs.id ORDER BY id DESC LIMIT 1) a ON true
  JOIN snitches s ON s.id = a.snitch_id LEFT JOIN incidents i ON i.id = a.incident_id
  CROSS JOIN (SELECT now() AS created_at, NULL::uuid AS drill_id, NULL::uuid AS ends_id) d
  CROSS JOIN (SELECT NULL::uuid AS id, NULL::uuid AS user_id, 'webhook' AS kind) w WHERE cs.id = $1`;

/**
 * The body that a webhook with these settings would send for the latest alert of the case, or for a test if it has none; or what is
 * wrong with them.
 */
export async function previewBody(
  caseId: string,
  { headers, body }: { headers: string; body: string },
): Promise<string> {
  const problem = findHeadersProblem(headers);
  if (problem) return `Headers ${problem}.`;
  const contentType = contentTypeOf(headers);
  const bodyProblem = findBodyProblem(body, contentType);
  if (bodyProblem) return `Body ${bodyProblem}.`;
  const [latest] = await prepared<{ row: MessageRow }>(LATEST, [caseId]);
  const row = latest?.row ?? (await findTestRow(caseId));
  const id = "00000000-0000-0000-0000-000000000000";
  const event = writeMessage(webhook, notificationFor({ id, event: null, isPast: false }, row));
  return body ? renderBody(body, JSON.parse(event), contentType) : event;
}

async function findTestRow(caseId: string): Promise<MessageRow> {
  const { name: caseName } = await db.case.findUniqueOrThrow({
    where: { id: caseId },
    select: { name: true },
  });
  return { caseId, caseName, at: new Date().toISOString(), ...NO_ALERT };
}
