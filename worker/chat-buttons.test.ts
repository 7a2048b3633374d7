import { request } from "node:https";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addChannel } from "@/lib/channels/add";
import { changeChannel } from "@/lib/channels/change";
import { acknowledgeIncident, unacknowledgeIncident } from "@/lib/incidents/acknowledge";
import { wakeTimersIfSoon } from "@/lib/outbox/wake-timers";
import { db, query } from "@/lib/platform/db";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { aConnectProxy } from "@/testing/connect-proxy";
import { eventually } from "@/testing/eventually";
import { ACTOR, aCase, anIncident, aSnitch } from "@/testing/factories";
import { aTelegram, BOT_TOKEN, CHAT } from "@/testing/fake-telegram";
import { SELF_SIGNED } from "@/testing/self-signed";
import { type ServerProcess, startWorker } from "@/testing/server-process";

// Two workers, one bot, and people who press its buttons. A proxy leads the workers to this test’s Telegram.

let telegram: Awaited<ReturnType<typeof aTelegram>>;
let proxy: Awaited<ReturnType<typeof aConnectProxy>>;
let workers: ServerProcess[];
let place: Awaited<ReturnType<typeof aPlace>>;

const start = () =>
  startWorker({
    OUTBOUND_PROXY: proxy.url,
    NODE_TLS_REJECT_UNAUTHORIZED: "0",
    LOG_LEVEL: "debug",
  });

beforeAll(async () => {
  telegram = await aTelegram(SELF_SIGNED);
  proxy = await aConnectProxy(Number(new URL(telegram.url).port));
  place = await aPlace();
  workers = [await start(), await start()];
}, 120_000);
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.signal("SIGTERM")));
  telegram.close();
  proxy.close();
});

/** A case whose alerts go to a chat with buttons. */
async function aPlace() {
  const { id: caseId } = await aCase();
  const settings = { bot_token: BOT_TOKEN, chat_id: String(CHAT), thread_id: "", buttons: "on" };
  const input = { kind: "telegram", name: "", settings, route: ALL_ALERTS, isDefault: false };
  const { id: channelId } = await addChannel(caseId, input, ACTOR);
  return { caseId, channelId };
}

/** An incident of which a worker has notified the chat. */
async function anAlert({ caseId, channelId } = place) {
  const snitch = await aSnitch({ caseId, status: "failed", deadline: new Date("2100-01-01") });
  const { id: incidentId } = await anIncident({ snitch });
  const about = { caseId, snitchId: snitch.id, incidentId, at: new Date("2026-03-10T00:00Z") } as const;
  const alert = await db.alert.create({ data: { ...about, kind: "missing", from: "healthy", to: "failed" } });
  const { id } = await db.delivery.create({ data: { channelId, incidentId, alertId: alert.id } });
  await wakeTimersIfSoon(query, "outbox", [new Date()], new Date());
  await eventually(async () =>
    expect(await db.attempt.findMany({ where: { deliveryId: id } })).toMatchObject([{ outcome: "accepted" }]),
  );
  const find = () => db.incident.findUniqueOrThrow({ where: { id: incidentId } });
  return { incidentId, find, snitch };
}

const countAudited = (action: string) => db.auditEvent.count({ where: { caseId: place.caseId, action } });
const editsWith = (text: string) =>
  telegram.of("editMessageReplyMarkup").filter((body) => JSON.stringify(body).includes(text));

test("a message has two buttons, and one that is pressed acknowledges, says so and is replaced", async () => {
  const { incidentId, find } = await anAlert();
  const [message] = telegram.of("sendMessage").filter((body) => JSON.stringify(body).includes(incidentId));
  expect(message?.reply_markup).toEqual({
    inline_keyboard: [
      [
        { text: "Acknowledge", callback_data: `a${incidentId}` },
        { text: "Snooze 1 h", callback_data: `s${incidentId}` },
      ],
    ],
  });

  telegram.press(`a${incidentId}`, { id: "first" });
  await eventually(() => expect(telegram.of("editMessageReplyMarkup")).toHaveLength(1));

  expect(await find()).toMatchObject({
    acknowledgedBy: "Ann Lee, in Telegram",
    acknowledgedVia: "telegram",
  });
  expect(telegram.of("answerCallbackQuery")).toMatchObject([
    {
      callback_query_id: "first",
      text: expect.stringMatching(/^Acknowledged by Ann Lee, in Telegram, \d\d:\d\d UTC$/),
    },
  ]);
  expect(telegram.of("editMessageReplyMarkup")).toEqual([
    {
      chat_id: CHAT,
      message_id: 365,
      reply_markup: {
        inline_keyboard: [[{ text: expect.stringContaining("Acknowledged by Ann Lee"), callback_data: "-" }]],
      },
    },
  ]);
});

test("who acknowledges it elsewhere is said below the message, once, and who takes that back gives it its buttons", async () => {
  const { incidentId } = await anAlert();
  const zoe = { ...ACTOR, name: "zoe@example.com" };
  await acknowledgeIncident(place.caseId, incidentId, new Date(), zoe);
  await eventually(() => expect(editsWith("Acknowledged by zoe@example.com")).toHaveLength(1));
  await unacknowledgeIncident(place.caseId, incidentId, new Date(), zoe);
  await eventually(() => expect(editsWith(incidentId)).toHaveLength(1));
  expect(editsWith("zoe")).toHaveLength(1);
  expect(editsWith(incidentId)).toMatchObject([
    { chat_id: String(CHAT), message_id: 365, reply_markup: { inline_keyboard: [{ length: 2 }] } },
  ]);
});

test("two workers fetch from one bot without taking anything from each other, and each press counts once", async () => {
  const alerts = await Promise.all(Array.from({ length: 5 }, () => anAlert()));
  const before = await countAudited("snitch.acknowledged");
  for (const { incidentId } of alerts) for (const _ of [1, 2, 3]) telegram.press(`a${incidentId}`);
  await eventually(() => expect(telegram.updates.length).toBe(0));
  for (const { find } of alerts) expect(await find()).toMatchObject({ acknowledgedVia: "telegram" });
  expect((await countAudited("snitch.acknowledged")) - before).toBe(5);
  expect(telegram.state.conflicts).toBe(0);
});

test("what a worker did when it was killed is done once, and the next worker says so", async () => {
  const { incidentId, find } = await anAlert();
  const before = await countAudited("snitch.snoozed");
  telegram.state.hangsOn = "answerCallbackQuery";
  telegram.press(`s${incidentId}`, { id: "fatal" });
  await eventually(async () => expect((await find()).snoozedUntil).not.toBeNull());
  const { snoozedUntil } = await find();
  await Promise.all(workers.map((worker) => worker.signal("SIGKILL")));
  telegram.state.hangsOn = "";
  expect(telegram.updates).toHaveLength(1);

  await query("UPDATE bot_leases SET held_until = now()");
  workers = [await start()];
  await eventually(() => expect(editsWith(incidentId)).toHaveLength(1));

  expect(await find()).toMatchObject({ snoozedUntil });
  expect((await countAudited("snitch.snoozed")) - before).toBe(1);
  await eventually(() => expect(telegram.updates).toHaveLength(0));
});

test("no log has the token, and a channel whose buttons are turned off is fetched from no more", async () => {
  for (const worker of workers) expect(worker.logged).not.toContain(BOT_TOKEN.slice(10));
  await changeChannel(place.caseId, place.channelId, { settings: { buttons: "" } }, ACTOR);
  await eventually(async () => expect(await query("SELECT FROM bot_leases")).toHaveLength(0));
  telegram.press("aanything");
  await anAlert();
  expect(telegram.updates).toHaveLength(1);
  telegram.updates.length = 0;
});

test("a bot that another program fetches from is left alone", async () => {
  await changeChannel(place.caseId, place.channelId, { settings: { buttons: "on" } }, ACTOR);
  const fetches = () => telegram.of("getUpdates").length;
  const before = fetches();
  await eventually(() => expect(fetches()).toBeGreaterThan(before));
  const url = `${new URL(telegram.url).origin}/bot${BOT_TOKEN}/getUpdates`;
  const other = request(url, { method: "POST", rejectUnauthorized: false }).on("error", () => {});
  other.end("{}");
  await eventually(async () =>
    expect(
      await query("SELECT FROM bot_leases WHERE held_until > now() + interval '5 minutes'"),
    ).toHaveLength(1),
  );
  await eventually(() => expect(workers[0]?.logged).toContain("another program is receiving its updates"));
  other.destroy();
});
