import { LogLevel, SocketModeClient } from "@slack/socket-mode";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addChannel } from "@/lib/channels/add";
import { acknowledgeIncident, unacknowledgeIncident } from "@/lib/incidents/acknowledge";
import { addNote } from "@/lib/incidents/notes";
import { wakeTimersIfSoon } from "@/lib/outbox/wake-timers";
import { db, query } from "@/lib/platform/db";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { aConnectProxy } from "@/testing/connect-proxy";
import { eventually } from "@/testing/eventually";
import { ACTOR, anIncident, aSnitch } from "@/testing/factories";
import { APP_TOKEN, aSlack, BOT_TOKEN, CHANNEL } from "@/testing/fake-slack";
import { aCaseWith } from "@/testing/members";
import { SELF_SIGNED } from "@/testing/self-signed";
import { type ServerProcess, startWorker } from "@/testing/server-process";

// Two workers, one app of Slack, and people who press its buttons. A proxy leads the workers to this test’s Slack.

let slack: Awaited<ReturnType<typeof aSlack>>;
let proxy: Awaited<ReturnType<typeof aConnectProxy>>;
let workers: ServerProcess[];
let place: { caseId: string; channelId: string };

const start = () =>
  startWorker({
    OUTBOUND_PROXY: proxy.url,
    NODE_TLS_REJECT_UNAUTHORIZED: "0",
    LOG_LEVEL: "debug",
  });

beforeAll(async () => {
  slack = await aSlack(SELF_SIGNED);
  proxy = await aConnectProxy(slack.port);
  const { caseId, ann } = await aCaseWith({ ann: "member" });
  await db.user.update({ where: { id: ann.id }, data: { email: "ann@example.com" } });
  const settings = { url: "", bot_token: BOT_TOKEN, app_token: APP_TOKEN, channel: CHANNEL };
  const input = { kind: "slack", name: "", settings, route: ALL_ALERTS, isDefault: false };
  const { id: channelId } = await addChannel(caseId, input, ACTOR);
  place = { caseId, channelId };
  workers = [await start(), await start()];
  await eventually(() => expect(slack.sockets.size).toBe(1));
}, 120_000);
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.signal("SIGTERM")));
  slack.close();
  proxy.close();
});

/** An incident of which a worker has notified the channel. */
async function anAlert() {
  const { caseId, channelId } = place;
  const snitch = await aSnitch({ caseId, status: "failed", deadline: new Date("2100-01-01") });
  const { id: incidentId } = await anIncident({ snitch });
  const about = { caseId, snitchId: snitch.id, incidentId, at: new Date("2026-03-10T00:00Z") } as const;
  const alert = await db.alert.create({ data: { ...about, kind: "missing", from: "healthy", to: "failed" } });
  const { id } = await db.delivery.create({ data: { channelId, incidentId, alertId: alert.id } });
  await wakeTimersIfSoon(query, "outbox", [new Date()], new Date());
  const posted = await eventually(async () => {
    expect(await db.attempt.findMany({ where: { deliveryId: id } })).toMatchObject([{ outcome: "accepted" }]);
    const found = slack.of("chat.postMessage").find((body) => JSON.stringify(body).includes(incidentId));
    if (!found) throw new Error("The message was not posted.");
    return found;
  });
  const { ref: ts } = await db.channelRef.findFirstOrThrow({ where: { incidentId } });
  const find = () => db.incident.findUniqueOrThrow({ where: { id: incidentId } });
  return { incidentId, message: { ...posted, ts } as typeof posted, find };
}

const countAudited = () =>
  db.auditEvent.count({ where: { caseId: place.caseId, action: { startsWith: "snitch." } } });

test("anyone who presses is the member of that address, and the message says so", async () => {
  const { incidentId, message, find } = await anAlert();
  expect(JSON.stringify(message)).toContain(`"action_id":"snooze_hour","text"`);
  const envelope = slack.press(message, { value: incidentId });
  await eventually(() => expect(slack.of("chat.update")).toHaveLength(1));

  expect(slack.acknowledged).toContain(envelope);
  expect(await find()).toMatchObject({ acknowledgedBy: "ann@example.com", acknowledgedVia: "slack" });
  const [update] = slack.of("chat.update");
  expect(update).toMatchObject({ channel: CHANNEL, ts: "1700000000.000001" });
  expect(JSON.stringify(update)).toMatch(/"Acknowledged by ann@example.com, \d\d:\d\d UTC"/);
  expect(JSON.stringify(update)).not.toContain('"actions"');
});

test("who acknowledges it elsewhere is said below the first message, and who takes that back makes it what it was", async () => {
  const { incidentId, message } = await anAlert();
  const updates = () => slack.of("chat.update").filter((body) => JSON.stringify(body).includes(incidentId));
  await acknowledgeIncident(place.caseId, incidentId, new Date(), ACTOR);
  await eventually(() => expect(updates()).toHaveLength(1));
  expect(updates()).toMatchObject([{ channel: CHANNEL, ts: message.ts, text: message.text }]);
  expect(JSON.stringify(updates())).toContain(`"Acknowledged by ${ACTOR.name}, `);
  expect(JSON.stringify(updates())).not.toContain("snooze_hour");
  await unacknowledgeIncident(place.caseId, incidentId, new Date(), ACTOR);
  await eventually(() => expect(updates()).toHaveLength(2));
  expect(updates()[1]).toEqual(message);
});

test("a press that comes twice counts once, and a name that mentions everyone is plain text", async () => {
  const { incidentId, message, find } = await anAlert();
  const before = await countAudited();
  const updated = slack.of("chat.update").length;
  const once = { value: incidentId, user: "UBOB", action: "snooze_hour", ts: "1.2" };
  const envelopes = [slack.press(message, once), slack.press(message, once)];
  for (const envelope of envelopes) await eventually(() => expect(slack.acknowledged).toContain(envelope));
  await eventually(async () => expect(await db.press.count()).toBe(0));
  expect(slack.of("chat.update").length).toBeGreaterThan(updated);
  expect((await countAudited()) - before).toBe(1);
  slack.press(message, { value: incidentId, user: "UBOB" });
  await eventually(() => expect(JSON.stringify(slack.of("chat.update").at(-1))).toContain("Acknowledged by"));
  expect(await find()).toMatchObject({ acknowledgedBy: "<!everyone>, in Slack" });
  const last = slack.of("chat.update").at(-1) as { text: string; attachments: { blocks: object[] }[] };
  expect(last.text).not.toContain("<!");
  expect(last.attachments[0]?.blocks.filter((block) => JSON.stringify(block).includes("<!"))).toMatchObject([
    { type: "context", elements: [{ type: "plain_text" }] },
  ]);
});

test("an address that another workspace vouches for is no one’s", async () => {
  const { incidentId, message, find } = await anAlert();
  slack.press(message, { value: incidentId, user: "UEVE" });
  await eventually(async () => expect(await find()).toMatchObject({ acknowledgedBy: "Eve, in Slack" }));
});

test("a press in another channel, and one of an incident that was not sent here, does nothing", async () => {
  const { incidentId, message, find } = await anAlert();
  const { id: other } = await anIncident({
    snitch: await aSnitch({ caseId: place.caseId, status: "failed" }),
  });
  const before = await countAudited();
  const envelopes = [
    slack.press({ ...message, channel: "C0OTHER000" }, { value: incidentId }),
    slack.press(message, { value: other }),
    slack.press(message, { value: "x".repeat(36) }),
    slack.press(message, { value: incidentId, action: "pause" }),
  ];
  slack.press(message, { value: incidentId, ts: "9.9" });
  await eventually(async () => expect((await find()).acknowledgedAt).not.toBeNull());
  for (const envelope of envelopes) expect(slack.acknowledged).toContain(envelope);
  expect((await countAudited()) - before).toBe(1);
});

test("a note follows the alert in its thread, changes no turn, and waits for nothing", async () => {
  const { incidentId } = await anAlert();
  const note = { state: null, text: "Deleting old dumps" };
  await addNote(place.caseId, incidentId, note, new Date(), ACTOR);
  await wakeTimersIfSoon(query, "outbox", [new Date()], new Date());
  const posted = await eventually(() => {
    const [body] = slack.of("chat.postMessage").filter((each) => JSON.stringify(each).includes(note.text));
    if (!body) throw new Error("The note was not posted.");
    return body;
  });
  const { ref } = await db.channelRef.findFirstOrThrow({ where: { incidentId } });
  expect(posted).toMatchObject({ channel: CHANNEL, thread_ts: ref });
  expect(await db.delivery.findMany({ where: { event: "noted" } })).toMatchObject([
    { incidentId: null, alertId: null },
  ]);
});

test("after Slack ends a connection, there is one that works", async () => {
  const { connections } = slack.state;
  slack.disconnect("refresh_requested");
  await eventually(() => expect(slack.state.connections).toBe(connections + 1));
  await eventually(() => expect(slack.sockets.size).toBe(1));
});

// Before anything is done, and when all is done but the edit.
test.each(["users.info", "chat.update"])(
  "what a worker has heard when it is killed in %s is done once by the next one",
  async (method) => {
    const { incidentId, message, find } = await anAlert();
    const before = await countAudited();
    slack.state.hangsOn = method;
    const calls = slack.of(method).length;
    const envelope = slack.press(message, { value: incidentId });
    await eventually(() => expect(slack.of(method)).toHaveLength(calls + 1));
    expect(slack.acknowledged).toContain(envelope);
    expect((await find()).acknowledgedAt !== null).toBe(method === "chat.update");
    await Promise.all(workers.map((worker) => worker.signal("SIGKILL")));
    slack.state.hangsOn = "";
    await query("UPDATE bot_leases SET held_until = now()");
    workers.push(await start());
    await eventually(() => expect(slack.of("chat.update").at(-1)).toMatchObject({ ts: message.ts }));
    await eventually(async () => expect(await db.press.count()).toBe(0));
    expect(await find()).toMatchObject({ acknowledgedBy: "ann@example.com" });
    expect((await countAudited()) - before).toBe(1);
    expect(slack.sockets.size).toBe(1);
  },
);

test("a socket elsewhere is not opened, and no log has a token", async () => {
  const opens = () => slack.of("apps.connections.open").length;
  for (const url of [
    "wss://evil.example/",
    "wss://slack.com.evil.example/",
    "wss://127.0.0.1/",
    "ws://slack.com/",
  ]) {
    slack.state.openUrl = url;
    const before = opens();
    for (const socket of slack.sockets) socket.terminate();
    await eventually(() => expect(opens()).toBeGreaterThan(before));
  }
  expect(slack.sockets.size).toBe(0);
  expect(proxy.tunnels.filter((host) => !/^([\w-]+\.)?slack\.com:443$/.test(host))).toEqual([]);
  for (const { logged } of workers) {
    expect(logged).not.toContain(BOT_TOKEN);
    expect(logged).not.toContain(APP_TOKEN);
  }
});

test("this test’s Slack is one to Slack’s own client, too", async () => {
  const fake = await aSlack();
  const client = new SocketModeClient({
    appToken: APP_TOKEN,
    logLevel: LogLevel.ERROR,
    clientOptions: { slackApiUrl: `http://127.0.0.1:${fake.port}/api/` },
  });
  const received: { body: unknown }[] = [];
  client.on("interactive", async ({ ack, body }) => {
    await ack();
    received.push({ body });
  });
  // The client rejects a promise of its own if it is disconnected before it is connected again.
  let connected = 0;
  client.on("connected", () => {
    connected += 1;
  });
  await client.start();
  const envelope = fake.press({ channel: CHANNEL, text: "x", attachments: [] }, { value: "v" });
  await eventually(() => expect(fake.acknowledged).toEqual([envelope]));
  expect(received).toMatchObject([
    { body: { type: "block_actions", actions: [{ action_id: "acknowledge", value: "v" }] } },
  ]);
  fake.disconnect("warning");
  await eventually(() => expect(connected).toBe(2));
  expect(fake.state.connections).toBe(2);
  await client.disconnect();
  fake.close();
});
