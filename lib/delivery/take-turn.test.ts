import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { addChannel } from "@/lib/channels/add";
import { leaseRows } from "@/lib/outbox/attempt";
import { db, pool, transaction } from "@/lib/platform/db";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { ACTOR, aCase, anIncident, aSnitch } from "@/testing/factories";
import { aReceiver } from "@/testing/receiver";
import { deliver } from "./deliver";
import { loadDeliveries } from "./load";
import { takeTurn } from "./take-turn";

const tuesday = new Date("2026-03-10T00:00Z");
const wednesday = new Date("2026-03-11T00:00Z");

const MATRIX = { token: "syt_token", room: "!room:example.com" };

/** A channel of this kind at this server, with an incident of which it was not notified yet. */
async function anIncidentFor(kind: "alertmanager" | "matrix", url: string) {
  const { id: caseId } = await aCase();
  const settings = { url: new URL(url).origin, ...(kind === "matrix" && MATRIX) };
  const input = { kind, name: "", settings, route: ALL_ALERTS, isDefault: false };
  const { id: channelId } = await addChannel(caseId, input, ACTOR);
  const snitch = await aSnitch({ caseId, status: "failed" });
  const { id: incidentId } = await anIncident({ snitch });
  const queue = async (does: "missing" | "reporting", at: Date) => {
    const ids = { caseId, snitchId: snitch.id, incidentId };
    const { id: alertId } = await db.alert.create({
      data: { ...ids, kind: does, from: "healthy", to: "failed", at },
    });
    return (await db.delivery.create({ data: { channelId, incidentId, alertId } })).id;
  };
  return { channelId, incidentId, queue };
}

/** Resolves once a connection waits for a lock. */
async function someoneWaits() {
  for (;;) {
    const { rows } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
    if (rows.length > 0) return;
    await sleep(10);
  }
}

test("a beginning that was left out with its end while a worker took it up is not sent", async () => {
  const receiver = await aReceiver();
  const { queue } = await anIncidentFor("alertmanager", receiver.url);
  const [opening, end] = [await queue("missing", tuesday), await queue("reporting", wednesday)];
  await leaseRows("delivery", [opening]);
  const [loaded] = await loadDeliveries([opening]);
  // Meanwhile another worker finds that the pager needs no message about the end: both are left out.
  await deliver(end);

  expect(loaded && (await takeTurn(loaded, true))).toMatchObject({ kind: "skip" });
  expect(receiver.requests).toEqual([]);
  receiver.close();
});

test("messages that are loaded together take their turns as if each were loaded alone, and none waits for a lock", async () => {
  const pagers = [];
  for (let i = 0; i < 3; i += 1) pagers.push(await anIncidentFor("alertmanager", "http://127.0.0.1:9/"));
  const [alone, locked, mixed] = await Promise.all(pagers.map(({ queue }) => queue("missing", tuesday)));
  const [end] = await Promise.all(pagers.slice(2).map(({ queue }) => queue("reporting", wednesday)));
  const deleted = "00000000-0000-7000-8000-000000000000";
  const ids = [end, deleted, mixed, locked, alone].map(String);

  const loaded = await transaction(async (sql) => {
    await sql("SELECT FROM deliveries WHERE id = $1 FOR UPDATE", [locked]);
    return loadDeliveries(ids);
  });

  expect(loaded.map((delivery) => delivery && [delivery.id, delivery.isAlone])).toEqual([
    [end, false],
    null,
    [mixed, false],
    [locked, false],
    [alone, true],
  ]);
});

test("a message that was taken up before another one got a response refers to what that one made", async () => {
  const receiver = await aReceiver();
  const { queue, channelId, incidentId } = await anIncidentFor("matrix", receiver.url);
  const [opening, end] = [await queue("missing", tuesday), await queue("reporting", wednesday)];
  let attempt: Promise<void> | undefined;
  await transaction(async (sql) => {
    await sql("SELECT FROM deliveries WHERE id = $1 FOR UPDATE", [opening]);
    attempt = deliver(end);
    await someoneWaits();
    await sql("UPDATE deliveries SET is_tried = true, accepted_at = now() WHERE id = $1", [opening]);
    await sql("INSERT INTO channel_refs VALUES ($1, $2, '$first')", [channelId, incidentId]);
  });
  await attempt;

  expect(JSON.parse(receiver.requests[0]?.body ?? "")).toMatchObject({
    "m.relates_to": { event_id: "$first" },
  });
  receiver.close();
});

test("how the receiver calls an incident is known before its next message has its turn", async () => {
  const receiver = await aReceiver((response) => response.end('{"event_id":"$first"}'));
  const { queue, channelId } = await anIncidentFor("matrix", receiver.url);
  const opening = await queue("missing", tuesday);
  let attempt: Promise<void> | undefined;
  await transaction(async (sql) => {
    // The worker may die, or be overtaken, between any two of its statements.
    await sql("SELECT FROM channels WHERE id = $1 FOR UPDATE", [channelId]);
    attempt = deliver(opening);
    await someoneWaits();
    const { acceptedAt } = await db.delivery.findUniqueOrThrow({ where: { id: opening } });
    expect(acceptedAt).toBeNull();
  });
  await attempt;
  expect(await db.delivery.findUnique({ where: { id: opening } })).toMatchObject({
    acceptedAt: expect.any(Date),
  });
  receiver.close();
});

test.each([
  ["alertmanager", 0],
  ["matrix", 1],
] as const)(
  "the end of an incident of which a channel got no other notification: %s is sent %i",
  async (kind, count) => {
    const receiver = await aReceiver();
    const { queue, channelId } = await anIncidentFor(kind, receiver.url);
    await deliver(await queue("reporting", wednesday));

    expect(receiver.requests).toHaveLength(count);
    const { body } = await db.delivery.findFirstOrThrow({ where: { channelId } });
    if (count > 0) expect(JSON.parse(body ?? "")).toMatchObject({ isPast: true });
    receiver.close();
  },
);

test("the end of an incident that is older than what is kept is sent, though its beginning is deleted", async () => {
  const receiver = await aReceiver();
  const { queue, incidentId } = await anIncidentFor("alertmanager", receiver.url);
  await db.incident.update({ where: { id: incidentId }, data: { openedAt: new Date("2020-01-01T00:00Z") } });
  await deliver(await queue("reporting", wednesday));

  expect(receiver.requests).toHaveLength(1);
  receiver.close();
});

test("a name that Postgres cannot store is as none", async () => {
  const receiver = await aReceiver((response) => response.end('{"event_id":"$a\\u0000b"}'));
  const { queue, channelId } = await anIncidentFor("matrix", receiver.url);
  const opening = await queue("missing", tuesday);
  await deliver(opening);

  expect(await db.channelRef.count({ where: { channelId } })).toBe(0);
  expect(await db.delivery.findUnique({ where: { id: opening } })).toMatchObject({
    acceptedAt: expect.any(Date),
  });
  receiver.close();
});
