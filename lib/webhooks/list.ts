import { db } from "@/lib/db";
import { maskTarget } from "./target";

const DELIVERIES_SHOWN = 10;

const DELIVERY = {
  orderBy: { id: "desc" },
  take: DELIVERIES_SHOWN,
  select: {
    id: true,
    acceptedAt: true,
    gaveUpAt: true,
    attempts: true,
    createdAt: true,
    alert: { select: { kind: true, at: true, snitch: { select: { name: true, token: true } } } },
    history: { orderBy: { id: "desc" }, take: 1 },
  },
} as const;

/** The case's targets with their latest deliveries, oldest target first. Credentials in a URL are masked. */
export async function listWebhooks(caseId: string) {
  const webhooks = await db.webhook.findMany({
    where: { caseId },
    orderBy: { id: "asc" },
    include: { deliveries: DELIVERY },
  });
  return webhooks.map((webhook) => ({ ...webhook, url: maskTarget(webhook.url) }));
}

export type ListedWebhook = Awaited<ReturnType<typeof listWebhooks>>[number];
