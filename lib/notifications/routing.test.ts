import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/generated/client";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aCase, aSnitch, aWebhook } from "@/testing/factories";

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
