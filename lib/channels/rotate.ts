import { type Actor, recordEvents } from "@/lib/audit/record";
import { newSigningSecret } from "@/lib/channel-kinds/signing-secret";
import { transaction } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { notFound } from "@/lib/platform/refusal";
import { hostOfTarget } from "./target";

/**
 * Gives a channel a new secret. Requests are signed with the old secret as well for a day, so that receivers can switch
 * when it suits them. Rotating again within that day drops the oldest secret.
 */
export async function rotateSecret(caseId: string, id: string, by: Actor): Promise<void> {
  await transaction(async (sql) => {
    const [rotated] = await sql<{ url: string }>(
      `UPDATE channels SET old_secret = secret, old_secret_until = now() + interval '1 day', secret = $3
       WHERE id = $1 AND case_id = $2 RETURNING url`,
      [id, caseId, encrypt(newSigningSecret())],
    );
    if (!rotated) throw notFound("webhook");
    const resource = { id, name: hostOfTarget(rotated.url) };
    await recordEvents(sql, caseId, by, [{ action: "webhook.secret_rotated", resource }]);
  });
}
