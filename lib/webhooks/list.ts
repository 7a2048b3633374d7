import { db } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encrypt";
import { hostOfTarget, targetFor } from "./target";

const MAX_DELIVERIES_LISTED = 50;

const DELIVERY = {
  id: true,
  acceptedAt: true,
  gaveUpAt: true,
  attempts: true,
  dueAt: true,
  createdAt: true,
  alert: { select: { kind: true, at: true, snitch: { select: { name: true, token: true } } } },
  history: { orderBy: { id: "desc" }, take: 1 },
} as const;

const STATE = {
  id: true,
  url: true,
  disabledAt: true,
  failingSince: true,
  failures: true,
  createdAt: true,
  tagsAny: true,
  tagsAll: true,
  tagsNone: true,
  minSeverity: true,
  causes: true,
  isDefault: true,
} as const;

/** The webhooks of a case, oldest first, each with its latest delivery. `isManager`: see `targetFor`. */
export async function listWebhooks(caseId: string, isManager: boolean) {
  const webhooks = await db.webhook.findMany({ where: { caseId }, orderBy: { id: "asc" }, select: STATE });
  return Promise.all(
    webhooks.map(async (webhook) => {
      const [latest = null] = await listDeliveries(webhook.id, 1);
      return { ...webhook, url: targetFor(isManager)(webhook.url), latest };
    }),
  );
}

/** The webhooks of a case, oldest first, by the hosts of their URLs. */
export async function listWebhookHosts(caseId: string): Promise<{ id: string; host: string }[]> {
  const webhooks = await db.webhook.findMany({
    where: { caseId },
    orderBy: { id: "asc" },
    select: { id: true, url: true },
  });
  return webhooks.map(({ id, url }) => ({ id, host: hostOfTarget(url) }));
}

/** Newest first. */
const listDeliveries = (webhookId: string, maxCount: number) =>
  db.delivery.findMany({ where: { webhookId }, orderBy: { id: "desc" }, take: maxCount, select: DELIVERY });

/** A webhook of a case with its latest deliveries, newest first; null if the case has no such webhook. */
export async function findWebhook(caseId: string, id: string, isManager: boolean) {
  const webhook = await db.webhook.findFirst({
    where: { id, caseId },
    select: { ...STATE, secret: true, oldSecretUntil: true },
  });
  if (!webhook) return null;
  const deliveries = await listDeliveries(id, MAX_DELIVERIES_LISTED);
  return { ...webhook, secret: decrypt(webhook.secret), url: targetFor(isManager)(webhook.url), deliveries };
}

/** A delivery to a webhook of a case with all its attempts, newest first; null if there is none. */
export async function findDelivery(caseId: string, webhookId: string, id: string, isManager: boolean) {
  const delivery = await db.delivery.findFirst({
    where: { id, webhookId, webhook: { caseId } },
    select: {
      ...DELIVERY,
      body: true,
      history: { orderBy: { id: "desc" } },
      webhook: { select: { id: true, url: true, channel: true, disabledAt: true } },
    },
  });
  if (!delivery) return null;
  const { webhook, ...rest } = delivery;
  return { ...rest, webhook: { ...webhook, url: targetFor(isManager)(webhook.url) } };
}

export type ListedWebhook = Awaited<ReturnType<typeof listWebhooks>>[number];
export type FoundWebhook = NonNullable<Awaited<ReturnType<typeof findWebhook>>>;
export type ListedDelivery = FoundWebhook["deliveries"][number];
export type FoundDelivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;
