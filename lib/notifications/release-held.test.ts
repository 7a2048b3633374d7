import { afterEach, beforeEach, expect, test } from "vitest";
import { addChannel } from "@/lib/channels/add";
import { addBrowser } from "@/lib/channels/browsers";
import { changeChannel } from "@/lib/channels/change";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { deliver } from "@/lib/delivery/deliver";
import { acknowledgeIncident } from "@/lib/incidents/acknowledge";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { listDue } from "@/lib/outbox/due";
import { db } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import type { ChannelHours } from "@/lib/rules/notifications/channel-hours";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aMember, aSnitch } from "@/testing/factories";
import { aReceiver } from "@/testing/receiver";
import { setSignUp } from "@/testing/sign-up-rule";
import { nextReleaseAt, releaseHeld } from "./release-held";

beforeEach(() => setSignUp("open"));
// Each test has the outbox to itself.
afterEach(() => db.case.deleteMany());

const tuesday = new Date("2026-03-10T00:00Z");
const after = (ms: number) => new Date(tuesday.getTime() + ms);
const sweep = (at: Date) => sweepDeadlines(new Date(at.getTime() + MINUTE_MS), NEVER_LOST_MS);
const checkIn = (token: string, at: Date) =>
  recordCheckIn({ token, at, exitStatus: "", message: "", method: "GET", address: "", userAgent: "" });

// Messages wait by the real clock, so that the hours begin in two hours, and last one.
const thisHour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const hour = (offset: number) => new Date(thisHour + offset * HOUR_MS).toISOString().slice(11, 16);
const LATER: ChannelHours = {
  hours: [{ from: hour(2), until: hour(3) }],
  timezone: "UTC",
  outside: "wait",
  criticalAnyway: true,
};
const beginning = new Date(thisHour + 2 * HOUR_MS);

type Body = { title: string; message: string; priority: number };

/** A case with an ntfy channel that has these hours, and what its phone shows. */
async function aPhone(hours: Partial<ChannelHours> = {}) {
  const { id: caseId } = await aCase();
  const state = { status: 200 };
  const receiver = await aReceiver((response) => void response.writeHead(state.status).end());
  const { id } = await addChannel(
    caseId,
    {
      kind: "ntfy",
      name: "#ops",
      settings: { url: receiver.url, topic: "ops", token: "", user: "", password: "" },
      route: { ...ALL_ALERTS, ...LATER, ...hours },
      isDefault: false,
    },
    ACTOR,
  );
  const shown = () => receiver.requests.map(({ body }): Body => JSON.parse(body));
  return { caseId, channelId: id, state, shown, [Symbol.asyncDispose]: async () => receiver.close() };
}

const anOverdueSnitch = (caseId: string, given: Parameters<typeof aSnitch>[0] = {}) =>
  aSnitch({ caseId, status: "healthy", deadline: tuesday, severity: "warning", ...given });

async function sendDue() {
  for (const { id } of (await listDue()).deliveries) await deliver(id);
}

test("messages outside the hours come as one summary when these begin, and a critical one rings at once", async () => {
  await using phone = await aPhone();
  await anOverdueSnitch(phone.caseId, { name: "Disk", severity: "critical" });
  await anOverdueSnitch(phone.caseId, { name: "Import" });
  const tokens = [];
  for (const name of ["Backup", "Mail", "Index"])
    tokens.push((await anOverdueSnitch(phone.caseId, { name })).token);

  await sweep(tuesday);
  for (const token of tokens) await checkIn(token, after(40 * MINUTE_MS));
  await releaseHeld(new Date());
  await sendDue();
  expect(phone.shown().map(({ title }) => title)).toEqual(["Disk is missing"]);

  expect(await nextReleaseAt()).toEqual(beginning);
  await Promise.all([releaseHeld(beginning), releaseHeld(beginning)]);
  await sendDue();
  await releaseHeld(beginning);
  await sendDue();

  expect(phone.shown()).toHaveLength(2);
  expect(phone.shown()[1]).toMatchObject({
    title: "4 held alerts: 3 resolved meanwhile",
    message: `These alerts were held for this channel’s hours.

Case: Acme
Missing: Import, since 2026-03-10 00:00 UTC
Resolved: Backup, missing since 2026-03-10 00:00 UTC, for 40 minutes
Resolved: Mail, missing since 2026-03-10 00:00 UTC, for 40 minutes
Resolved: Index, missing since 2026-03-10 00:00 UTC, for 40 minutes`,
  });
});

test("one alert alone comes as it would have been, with the reason", async () => {
  await using phone = await aPhone();
  await anOverdueSnitch(phone.caseId, { name: "Import" });

  await sweep(tuesday);
  await releaseHeld(beginning);
  await sendDue();

  expect(phone.shown()).toMatchObject([
    {
      title: "Import is missing",
      message: expect.stringContaining("The alert waited for this channel’s hours."),
    },
  ]);
});

test("what is dropped never comes, and neither does its end", async () => {
  await using phone = await aPhone({ outside: "drop" });
  const { token } = await anOverdueSnitch(phone.caseId);

  await sweep(tuesday);
  await checkIn(token, after(40 * MINUTE_MS));
  await releaseHeld(beginning);
  await changeChannel(phone.caseId, phone.channelId, { routing: { hours: null } }, ACTOR);
  await sendDue();

  expect(phone.shown()).toEqual([]);
  expect(await db.delivery.count({ where: { channelId: phone.channelId } })).toBe(0);
});

test("the end of what a channel was notified of waits, even if its messages are dropped", async () => {
  await using phone = await aPhone({ hours: null, timezone: null });
  const { token } = await anOverdueSnitch(phone.caseId, { name: "Import" });
  await sweep(tuesday);
  await sendDue();
  const { hours, timezone } = LATER;
  await changeChannel(
    phone.caseId,
    phone.channelId,
    { routing: { hours, timezone, outside: "drop" } },
    ACTOR,
  );

  await checkIn(token, after(40 * MINUTE_MS));
  await sendDue();
  expect(phone.shown()).toHaveLength(1);
  await releaseHeld(beginning);
  await sendDue();

  expect(phone.shown().map(({ title }) => title)).toEqual(["Import is missing", "Import has recovered"]);
});

test("while the receiver is down, the end of an incident waits for the summary that began it", async () => {
  await using phone = await aPhone();
  const { token } = await anOverdueSnitch(phone.caseId, { name: "Import" });
  await anOverdueSnitch(phone.caseId, { name: "Backup" });
  await sweep(tuesday);
  phone.state.status = 500;
  await releaseHeld(beginning);
  await sendDue();
  await changeChannel(phone.caseId, phone.channelId, { routing: { hours: null } }, ACTOR);
  phone.state.status = 200;
  await checkIn(token, after(40 * MINUTE_MS));
  await sendDue();
  expect(phone.shown()).toHaveLength(1);

  // The summary is due again only later, and its follower not before it.
  for (let i = 0; i < 2; i += 1) {
    await db.delivery.updateMany({
      where: { acceptedAt: null, gaveUpAt: null },
      data: { dueAt: new Date() },
    });
    await sendDue();
  }

  expect(phone.shown().map(({ title }) => title)).toEqual([
    "2 held alerts",
    "2 held alerts",
    "Import has recovered",
  ]);
});

test("new hours count for what waits, and without hours it comes at once", async () => {
  await using phone = await aPhone();
  await anOverdueSnitch(phone.caseId);
  await sweep(tuesday);
  const { caseId, channelId } = phone;

  await changeChannel(caseId, channelId, { routing: { hours: [{ from: hour(5), until: hour(6) }] } }, ACTOR);
  await releaseHeld(new Date());
  expect(await nextReleaseAt()).toEqual(new Date(beginning.getTime() + 3 * HOUR_MS));

  await changeChannel(caseId, channelId, { routing: { hours: null } }, ACTOR);
  await releaseHeld(new Date());
  await sendDue();
  expect(phone.shown()).toHaveLength(1);
});

test("a pager gets each incident that is still open, and no summary", async () => {
  const { id: caseId } = await aCase();
  const receiver = await aReceiver();
  const settings = { url: receiver.url, token: "", user: "", password: "" };
  await addChannel(
    caseId,
    { kind: "alertmanager", name: "", settings, route: { ...ALL_ALERTS, ...LATER }, isDefault: false },
    ACTOR,
  );
  for (const name of ["Import", "Index"]) await anOverdueSnitch(caseId, { name });
  const { token } = await anOverdueSnitch(caseId, { name: "Backup" });

  await sweep(tuesday);
  await checkIn(token, after(40 * MINUTE_MS));
  await releaseHeld(beginning);
  await sendDue();
  await sendDue();

  const names = receiver.requests.map(({ body }) => JSON.parse(body)[0].labels.snitch);
  expect(names).toHaveLength(2);
  expect(receiver.requests.map(({ body }) => body).join()).not.toContain("Backup");
  receiver.close();
});

test("many held messages of a channel are one message, and those of a pager leave the turn to others", async () => {
  const { id: caseId } = await aCase();
  const route = { ...ALL_ALERTS, ...LATER };
  const settings = { url: "http://127.0.0.1:9/", token: "", user: "", password: "" };
  const add = (kind: string, more = {}) =>
    addChannel(
      caseId,
      { kind, name: "", settings: { ...settings, ...more }, route, isDefault: false },
      ACTOR,
    );
  await add("alertmanager");
  await add("ntfy", { topic: "ops" });
  const snitches = process.env.TEST_LONG ? 5_000 : 1_000;
  await db.snitch.createMany({
    data: Array.from({ length: snitches }, (_, i) => ({
      caseId,
      token: `t${i}`.padEnd(16, "x"),
      name: `Job ${i}`,
      status: "healthy" as const,
      interval: "daily",
      deadline: tuesday,
      severity: "warning" as const,
    })),
  });
  await sweep(tuesday);
  expect(await db.delivery.count({ where: { isHeld: true } })).toBe(2 * snitches);

  const other = await aPhone({ hours: null, timezone: null });
  await anOverdueSnitch(other.caseId);
  await releaseHeld(beginning);
  await sweep(tuesday);

  const due = (await listDue()).deliveries;
  const places = due.flatMap((one, i) => (one.caseId === other.caseId ? i : []));
  expect(places).toHaveLength(1);
  expect(places[0]).toBeLessThan(5);
  expect(await db.delivery.count({ where: { event: "summary" } })).toBe(1);
  expect(await db.delivery.count({ where: { summaryId: { not: null } } })).toBe(snitches);
  await other[Symbol.asyncDispose]();
});

test("browser notifications wait for the end of the person’s quiet hours, and new ones count at once", async () => {
  const { id: caseId } = await aCase();
  const user = await aMember({ caseId });
  const quietFrom = (new Date().getUTCHours() + 23) % 24;
  await db.member.update({
    where: { caseId_userId: { caseId, userId: user.id } },
    data: { quietFrom: quietFrom * 60, quietTo: ((quietFrom + 23) % 24) * 60 },
  });
  const subscription = {
    endpoint: "https://push.example.com/send/abc",
    p256dh: "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
    auth: "tBHItJI5svbpez7KI4CCXg",
    browser: "Firefox on Linux",
  };
  const { id: channelId } = await addBrowser(caseId, user, subscription, ACTOR);
  await anOverdueSnitch(caseId);
  await anOverdueSnitch(caseId, { severity: "critical" });
  await sweep(tuesday);

  expect(await db.delivery.findMany({ where: { channelId }, orderBy: { isHeld: "asc" } })).toMatchObject([
    { isHeld: false, heldFor: null },
    { isHeld: true, heldFor: "quiet_hours" },
  ]);
  await releaseHeld(new Date(Date.now() + DAY_MS - 2 * HOUR_MS));
  expect(await db.delivery.count({ where: { channelId, isHeld: true } })).toBe(0);
});

test("an acknowledgement of what waits is sent after it, and asks nothing until then", async () => {
  const { id: caseId } = await aCase();
  const receiver = await aReceiver();
  const settings = { url: receiver.url, token: "", user: "", password: "" };
  await addChannel(
    caseId,
    { kind: "alertmanager", name: "", settings, route: { ...ALL_ALERTS, ...LATER }, isDefault: false },
    ACTOR,
  );
  await anOverdueSnitch(caseId);
  await sweep(tuesday);
  const { id } = await db.incident.findFirstOrThrow({ where: { caseId } });
  await acknowledgeIncident(caseId, id, new Date(), ACTOR);

  expect(await db.delivery.findMany({ where: { channel: { caseId } } })).toMatchObject([
    { event: null, isHeld: true },
    { event: "acknowledged", isHeld: true },
  ]);
  receiver.close();
});
