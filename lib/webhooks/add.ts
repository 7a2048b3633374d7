import { v7 as newId } from "uuid";
import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { transaction } from "@/lib/platform/db";
import { seal } from "@/lib/platform/encrypt";
import { invalid } from "@/lib/platform/refusal";
import { newSecret } from "./rotate";
import { hostOfTarget, parseTarget } from "./target";

/** Each webhook may keep requests waiting: a case has no use for more, and others need the room. */
const MOST_WEBHOOKS = 20;

/** Adds a target for the case's alerts. The secret signs every request to it. */
export async function addWebhook(
  caseId: string,
  url: string,
  by: Actor,
): Promise<{ id: string; secret: string }> {
  const id = newId();
  const secret = newSecret();
  const target = parseTarget(url).toString();
  await transaction(async (sql) => {
    // Two who add at once must not both find the last free place.
    await sql("SELECT id FROM cases WHERE id = $1 FOR NO KEY UPDATE", [caseId]);
    const [{ used } = { used: 0 }] = await sql<{ used: number }>(
      "SELECT count(*)::int AS used FROM webhooks WHERE case_id = $1",
      [caseId],
    );
    if (used >= MOST_WEBHOOKS) {
      const message = `cannot be added: a case has room for ${MOST_WEBHOOKS} webhooks. Remove one first`;
      throw invalid([{ attribute: "url", message }]);
    }
    await sql("INSERT INTO webhooks (id, case_id, url, secret) VALUES ($1, $2, $3, $4)", [
      id,
      caseId,
      seal(target),
      seal(secret),
    ]);
    const thing = { id, name: hostOfTarget(target) };
    await recordEvents(sql, caseId, by, [{ action: "webhook.added", thing }]);
  });
  return { id, secret };
}
