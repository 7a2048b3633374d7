import { expect, test } from "vitest";
import { findKind, KINDS } from "@/lib/channel-kinds/find";
import { storedSettings } from "@/lib/channels/stored-settings";
import { channelLink } from "@/lib/outbox/action-link";
import { notificationFor } from "@/lib/outbox/notification-for";
import { db } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { CHANNEL_EXAMPLES } from "@/testing/channel-examples";
import { aCase, anIncident, aSnitch } from "@/testing/factories";
import { loadDeliveries } from "./load";

const tuesday = new Date("2026-03-10T00:00Z");

/** What each kind of channel is sent of one alert, by kind. */
async function requestsOfAll(channelLinks: boolean) {
  const { id: caseId } = await aCase({ channelLinks });
  const snitch = await aSnitch({ caseId, status: "failed", name: "Nightly backup" });
  const incident = await anIncident({ snitch, openedAt: tuesday });
  const about = { caseId, snitchId: snitch.id, incidentId: incident.id, at: tuesday } as const;
  const alert = await db.alert.create({ data: { ...about, kind: "missing", from: "healthy", to: "failed" } });
  const rows = await Promise.all(
    KINDS.map(async ({ kind }) => {
      const { url, sealed } = storedSettings(kind, CHANNEL_EXAMPLES[kind]?.settings ?? {});
      const data = { caseId, kind, url, settings: sealed, secret: encrypt("s") };
      const { id: channelId } = await db.channel.create({ data });
      return db.delivery.create({ data: { channelId, incidentId: incident.id, alertId: alert.id } });
    }),
  );
  const loaded = await loadDeliveries(rows.map(({ id }) => id));
  return loaded.map((delivery, i) => {
    if (!delivery) throw new Error("A delivery is missing.");
    const { channel, row } = delivery;
    const kind = findKind(channel.kind);
    const write = (actionUrl: string | undefined) => {
      const { actionUrl: _, ...rest } = notificationFor({ ...delivery, isPast: false }, row);
      const notification = { ...rest, ...(actionUrl && { actionUrl }) };
      const message = kind.toMessage ? kind.toMessage(notification) : notification;
      return JSON.stringify(kind.buildRequests(message, channel.settings, null));
    };
    const { actionUrl } = notificationFor({ ...delivery, isPast: false }, row);
    const link = channelLink(incident.id, channel.id, rows[i]?.createdAt ?? tuesday);
    return { kind: channel.kind, actionUrl, link, requests: write(actionUrl), without: write(undefined) };
  });
}

test("ntfy has a link that acts on the incident where the case lets channels act, and no other kind has one", async () => {
  const all = await requestsOfAll(true);
  for (const { kind, actionUrl, link, requests, without } of all) {
    const token = link.replace(/.*\/i\//, "");
    if (kind !== "ntfy") expect([kind, actionUrl, requests]).toEqual([kind, undefined, without]);
    else expect([actionUrl, decodeURIComponent(requests).includes(token)]).toEqual([link, true]);
  }
  expect(all.map(({ kind }) => kind)).toContain("ntfy");
});

test("by default every kind is sent what it was sent before there were such links", async () => {
  for (const { kind, actionUrl, requests, without } of await requestsOfAll(false))
    expect([kind, actionUrl, requests]).toEqual([kind, undefined, without]);
});
