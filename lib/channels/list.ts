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

/** The channels of a case, oldest first, each with its latest delivery. `isManager`: see `targetFor`. */
export async function listChannels(caseId: string, isManager: boolean) {
  const channels = await db.channel.findMany({ where: { caseId }, orderBy: { id: "asc" }, select: STATE });
  return Promise.all(
    channels.map(async (channel) => {
      const [latest = null] = await listDeliveries(channel.id, 1);
      return { ...channel, url: targetFor(isManager)(channel.url), latest };
    }),
  );
}

/** The channels of a case, oldest first, by the hosts of their URLs. */
export async function listChannelHosts(caseId: string): Promise<{ id: string; host: string }[]> {
  const channels = await db.channel.findMany({
    where: { caseId },
    orderBy: { id: "asc" },
    select: { id: true, url: true },
  });
  return channels.map(({ id, url }) => ({ id, host: hostOfTarget(url) }));
}

/** Newest first. */
const listDeliveries = (channelId: string, maxCount: number) =>
  db.delivery.findMany({ where: { channelId }, orderBy: { id: "desc" }, take: maxCount, select: DELIVERY });

/** A channel of a case with its latest deliveries, newest first; null if the case has no such channel. */
export async function findChannel(caseId: string, id: string, isManager: boolean) {
  const channel = await db.channel.findFirst({
    where: { id, caseId },
    select: { ...STATE, secret: true, oldSecretUntil: true },
  });
  if (!channel) return null;
  const deliveries = await listDeliveries(id, MAX_DELIVERIES_LISTED);
  return { ...channel, secret: decrypt(channel.secret), url: targetFor(isManager)(channel.url), deliveries };
}

/** A delivery to a channel of a case with all its attempts, newest first; null if there is none. */
export async function findDelivery(caseId: string, channelId: string, id: string, isManager: boolean) {
  const delivery = await db.delivery.findFirst({
    where: { id, channelId, channel: { caseId } },
    select: {
      ...DELIVERY,
      body: true,
      history: { orderBy: { id: "desc" } },
      channel: { select: { id: true, url: true, kind: true, disabledAt: true } },
    },
  });
  if (!delivery) return null;
  const { channel, ...rest } = delivery;
  return { ...rest, channel: { ...channel, url: targetFor(isManager)(channel.url) } };
}

export type ListedChannel = Awaited<ReturnType<typeof listChannels>>[number];
export type FoundChannel = NonNullable<Awaited<ReturnType<typeof findChannel>>>;
export type ListedDelivery = FoundChannel["deliveries"][number];
export type FoundDelivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;
