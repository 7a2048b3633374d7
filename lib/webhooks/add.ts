import { v7 as newId } from "uuid";
import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { newSigningSecret } from "@/lib/channels/signing-secret";
import { transaction } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { invalid } from "@/lib/platform/refusal";
import { hostOfTarget, parseTarget } from "./target";

/** Each webhook may keep requests waiting: a case has no use for more, and others need the room. */
const MAX_WEBHOOKS = 20;

/** Adds a target for the case's alerts. The secret signs every request to it. */
export async function addWebhook(
  caseId: string,
  url: string,
  by: Actor,
): Promise<{ id: string; secret: string }> {
  const id = newId();
  const secret = newSigningSecret();
  const target = encrypt(parseTarget(url).toString());
  await transaction(async (sql) => {
    // Two who add at once must not both find the last free place.
    await sql("SELECT id FROM cases WHERE id = $1 FOR NO KEY UPDATE", [caseId]);
    const [{ used } = { used: 0 }] = await sql<{ used: number }>(
      "SELECT count(*)::int AS used FROM webhooks WHERE case_id = $1",
      [caseId],
    );
    if (used >= MAX_WEBHOOKS) {
      const message = `cannot be added: a case has room for ${MAX_WEBHOOKS} webhooks. Remove one first`;
      throw invalid([{ attribute: "url", message }]);
    }
    await sql("INSERT INTO webhooks (id, case_id, url, secret) VALUES ($1, $2, $3, $4)", [
      id,
      caseId,
      target,
      encrypt(secret),
    ]);
    const resource = { id, name: hostOfTarget(target) };
    await recordEvents(sql, caseId, by, [{ action: "webhook.added", resource }]);
  });
  return { id, secret };
}
