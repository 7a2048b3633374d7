import { findKind } from "@/lib/channel-kinds/find";
import { webPush } from "@/lib/channel-kinds/web-push";
import { webhook } from "@/lib/channel-kinds/webhook";
import { db, prepared } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encrypt";
import { STATE, withHours } from "./find";
import { formatChannelName, formatServiceName } from "./name";
import { describeRequest } from "./sent-request";
import { decryptSettings } from "./stored-settings";
import { targetFor } from "./target";

const MAX_DELIVERIES_LISTED = 50;

const SNITCH = { select: { name: true, token: true } } as const;

const DELIVERY = {
  id: true,
  event: true,
  acceptedAt: true,
  gaveUpAt: true,
  isHeld: true,
  heldFor: true,
  proof: true,
  supersededAt: true,
  attempts: true,
  dueAt: true,
  createdAt: true,
  alert: { select: { id: true, kind: true, from: true, at: true, snitch: SNITCH } },
  incident: { select: { snitch: SNITCH } },
  history: { orderBy: { id: "desc" }, take: 1 },
} as const;

type Stored = { kind: string; name: string; url: string };

/**
 * Adds `title`: what a page calls the channel, and `service`; makes `url` readable. What is named by its host is called by
 * as much of its URL as this person may see.
 */
const presented = <Channel extends Stored>(channel: Channel, isManager: boolean) => {
  const url = targetFor(isManager)(channel.url);
  const isNamedByUrl = !channel.name && findKind(channel.kind).isNamedByHost;
  const title = isNamedByUrl ? url : formatChannelName(channel);
  return { ...channel, url, title, service: formatServiceName(channel.kind) };
};

/** The channels of a case, oldest first, each with its latest delivery. `isManager`: see `targetFor`. */
export async function listChannels(caseId: string, isManager: boolean) {
  const channels = await db.channel.findMany({ where: { caseId }, orderBy: { id: "asc" }, select: STATE });
  return Promise.all(
    channels.map(async (channel) => {
      const [latest = null] = await listDeliveries(channel.id, 1);
      return { ...withHours(presented(channel, isManager)), latest };
    }),
  );
}

/** The channels of a case, oldest first, by the names that every member may see. */
export async function listChannelNames(caseId: string): Promise<{ id: string; name: string }[]> {
  const channels = await prepared<Stored & { id: string }>(
    "SELECT id, kind, name, url FROM channels WHERE case_id = $1 ORDER BY id",
    [caseId],
  );
  return channels.map((channel) => ({ id: channel.id, name: fullName(channel) }));
}

/** The name of a channel with its service, where many are listed: “On-call (PagerDuty)”. */
const fullName = (channel: Stored) =>
  channel.name && !findKind(channel.kind).isNamedByHost && channel.kind !== webPush.kind
    ? `${channel.name} (${formatServiceName(channel.kind)})`
    : formatChannelName(channel);

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
  return { ...withHours(presented(channel, isManager)), secret: decrypt(channel.secret), deliveries };
}

/** A delivery to a channel of a case with all its attempts, newest first; null if there is none. */
export async function findDelivery(caseId: string, channelId: string, id: string, isManager: boolean) {
  const delivery = await db.delivery.findFirst({
    where: { id, channelId, channel: { caseId } },
    select: {
      ...DELIVERY,
      body: true,
      drillId: true,
      history: { orderBy: { id: "desc" } },
      channel: { select: { id: true, name: true, url: true, kind: true, disabledAt: true, settings: true } },
    },
  });
  if (!delivery) return null;
  const { channel, ...rest } = delivery;
  const { settings, ...shown } = channel;
  const isRequest = channel.kind === webhook.kind && rest.body !== null;
  return {
    ...rest,
    request: isRequest
      ? describeRequest(rest.body ?? "", decryptSettings({ url: channel.url, settings }), isManager)
      : null,
    channel: presented(shown, isManager),
  };
}

export type ListedChannel = Awaited<ReturnType<typeof listChannels>>[number];
export type FoundChannel = NonNullable<Awaited<ReturnType<typeof findChannel>>>;
export type ListedDelivery = FoundChannel["deliveries"][number];
export type FoundDelivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;
