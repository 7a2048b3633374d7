import { db } from "@/lib/db";
import { notFound } from "@/lib/refusal";

/** Removes a target and what is still owed to it. */
export async function removeWebhook(caseId: string, id: string): Promise<void> {
  const { count } = await db.webhook.deleteMany({ where: { caseId, id } });
  if (count === 0) throw notFound("webhook");
}
