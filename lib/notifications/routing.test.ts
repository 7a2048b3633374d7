import { expect, test } from "vitest";
import { disableChannel } from "@/lib/channels/disable";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/generated/client";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aSnitch, aWebhook } from "@/testing/factories";

const tuesday = new Date("2026-03-10T00:00Z");
const after = (days: number) => new Date(tuesday.getTime() + days * DAY_MS);
const sweep = (at: Date) => sweepDeadlines(new Date(at.getTime() + MINUTE_MS), NEVER_LOST_MS);
const checkIn = (token: string, at: Date) =>
  recordCheckIn({ token, at, exitStatus: "", message: "", method: "GET", address: "", userAgent: "" });

/** A webhook of the case with a route, whose URL is its name. */
async function aRoutedChannel(caseId: string, name: string, route: Prisma.ChannelUpdateInput = {}) {
  const { id } = await aWebhook({ caseId, url: `https://${name}.example` });
  await db.channel.update({ where: { id }, data: route });
  return { id, name };
}

type Named = Awaited<ReturnType<typeof aRoutedChannel>>;

/** The kinds of the alerts that each webhook got, by its name. */
async function kindsDelivered(...webhooks: Named[]): Promise<Record<string, string[]>> {
  const deliveries = await db.delivery.findMany({
    where: { channelId: { in: webhooks.map(({ id }) => id) } },
    include: { alert: true },
    orderBy: { alert: { at: "asc" } },
  });
  return Object.fromEntries(
    webhooks.map(({ id, name }) => [
      name,
      deliveries.flatMap(({ channelId, alert }) => (channelId === id ? (alert?.kind ?? "test") : [])),
    ]),
  );
}

const anOverdueSnitch = (caseId: string, given: Parameters<typeof aSnitch>[0] = {}) =>
  aSnitch({ caseId, status: "healthy", deadline: tuesday, ...given });

test("without routes every enabled webhook of the case gets every alert, and no other case’s does", async () => {
  const { id: caseId } = await aCase();
  const one = await aRoutedChannel(caseId, "one");
  const two = await aRoutedChannel(caseId, "two");
  const off = await aRoutedChannel(caseId, "off", { disabledAt: tuesday });
  const other = await aRoutedChannel((await aCase()).id, "other");
  const { token } = await anOverdueSnitch(caseId);

  await sweep(tuesday);
  await checkIn(token, after(0.5));

  const both = ["missing", "reporting"];
  expect(await kindsDelivered(one, two, off, other)).toEqual({ one: both, two: both, off: [], other: [] });
});

test("a webhook gets the alerts of its tags and causes, and the default what no other is meant for", async () => {
  const { id: caseId } = await aCase();
  const oldest = await aRoutedChannel(caseId, "oldest", { tagsAny: ["db"] });
  const errors = await aRoutedChannel(caseId, "errors", { causes: ["error"] });
  const chosen = await aRoutedChannel(caseId, "chosen", { tagsAll: ["web", "eu"], isDefault: true });
  await anOverdueSnitch(caseId, { tags: ["db"] });
  await anOverdueSnitch(caseId, { tags: ["mail"] });

  await sweep(tuesday);

  expect(await kindsDelivered(oldest, errors, chosen)).toEqual({
    oldest: ["missing"],
    errors: [],
    chosen: ["missing"],
  });
});

test("without a chosen default the oldest enabled webhook gets what no other is meant for", async () => {
  const { id: caseId } = await aCase();
  const off = await aRoutedChannel(caseId, "off", { tagsAny: ["x"], isDefault: true });
  const oldest = await aRoutedChannel(caseId, "oldest", { tagsAny: ["x"] });
  const newest = await aRoutedChannel(caseId, "newest", { tagsAny: ["x"] });
  await disableChannel(caseId, off.id, ACTOR);
  await anOverdueSnitch(caseId);

  await sweep(tuesday);

  expect(await kindsDelivered(off, oldest, newest)).toEqual({ off: [], oldest: ["missing"], newest: [] });
});

test("a snitch’s own webhooks are notified; when none of them is left, the default is", async () => {
  const { id: caseId } = await aCase();
  const one = await aRoutedChannel(caseId, "one");
  const own = await aRoutedChannel(caseId, "own");
  await anOverdueSnitch(caseId, { channels: [own.id] });
  await sweep(tuesday);
  expect(await kindsDelivered(one, own)).toEqual({ one: [], own: ["missing"] });

  await db.channel.delete({ where: { id: own.id } });
  await sweep(after(1));

  expect(await kindsDelivered(one)).toEqual({ one: ["missing"] });
});

test("the end of an incident goes to those who were notified of it, although the routes have changed since", async () => {
  const { id: caseId } = await aCase();
  const first = await aRoutedChannel(caseId, "first", { tagsAny: ["db"] });
  const second = await aRoutedChannel(caseId, "second", { tagsAny: ["web"] });
  const { id, token } = await anOverdueSnitch(caseId, { tags: ["db"] });
  await sweep(tuesday);

  await db.snitch.update({ where: { id }, data: { tags: ["web"] } });
  await checkIn(token, after(0.5));

  expect(await kindsDelivered(first, second)).toEqual({ first: ["missing", "reporting"], second: [] });
});
