import { v7 as newId } from "uuid";
import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { newSigningSecret } from "@/lib/channel-kinds/signing-secret";
import { transaction } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { invalid } from "@/lib/platform/refusal";
import { maskPath, parseTarget } from "./target";

/** Limits how much of the workers one case can use: each channel may have several requests in progress. */
const MAX_WEBHOOKS = 20;

/** Adds a channel that receives the case's alerts. The secret signs every request to it. */
export async function addChannel(
  caseId: string,
  url: string,
  by: Actor,
): Promise<{ id: string; secret: string }> {
  const id = newId();
  const secret = newSigningSecret();
  const target = parseTarget(url).toString();
  await transaction(async (sql) => {
    // Locks the case, so that two concurrent calls cannot both take the last free place.
    await sql("SELECT id FROM cases WHERE id = $1 FOR NO KEY UPDATE", [caseId]);
    const [{ count } = { count: 0 }] = await sql<{ count: number }>(
      "SELECT count(*)::int AS count FROM webhooks WHERE case_id = $1",
      [caseId],
    );
    if (count >= MAX_WEBHOOKS) {
      const message = `cannot be added: a case has at most ${MAX_WEBHOOKS} webhooks. Remove one first`;
      throw invalid([{ attribute: "url", message }]);
    }
    await sql("INSERT INTO webhooks (id, case_id, url, secret) VALUES ($1, $2, $3, $4)", [
      id,
      caseId,
      encrypt(target),
      encrypt(secret),
    ]);
    const resource = { id, name: maskPath(target) };
    await recordEvents(sql, caseId, by, [{ action: "webhook.added", resource }]);
  });
  return { id, secret };
}
