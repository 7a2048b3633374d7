import { randomBytes } from "node:crypto";
import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { db, sqlOf } from "@/lib/db";
import { maskTarget, parseTarget } from "./target";

/** Adds a target for the case's alerts. The secret signs every request to it. */
export async function addWebhook(
  caseId: string,
  url: string,
  by: Actor,
): Promise<{ id: string; secret: string }> {
  const secret = `whsec_${randomBytes(24).toString("base64")}`;
  const target = parseTarget(url).toString();
  return db.$transaction(async (tx) => {
    const webhook = await tx.webhook.create({
      data: { caseId, url: target, secret },
      select: { id: true, secret: true },
    });
    const thing = { id: webhook.id, name: maskTarget(target) };
    await recordEvents(sqlOf(tx), caseId, by, [{ action: "webhook.added", thing }]);
    return webhook;
  });
}
