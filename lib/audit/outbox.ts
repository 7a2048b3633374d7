import { insertMany } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { type PresentableEvent, presentEvent } from "./present";

/** Queues events for the webhook of the installation, if it has one, in the transaction that records them. */
export async function enqueueForWebhook(
  sql: Sql,
  events: PresentableEvent[],
  url = env.AUDIT_WEBHOOK_URL,
): Promise<void> {
  if (!url) return;
  await insertMany<PresentableEvent>(
    sql,
    "audit_outbox",
    [
      ["id", "uuid", ({ id }) => id],
      ["event", "json", presentEvent],
    ],
    events,
  );
}
