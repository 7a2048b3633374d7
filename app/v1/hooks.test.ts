import { expect, test } from "vitest";
import { addChannel } from "@/lib/channels/add";
import { db } from "@/lib/platform/db";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { ACTOR, aCase, anIncident, aSnitch } from "@/testing/factories";
import { ANN, aHook, EVENTS_API, type Hook, sign, WEBHOOK_SECRET } from "@/testing/fake-pagerduty";
import { aClient, readResponse, send } from "@/testing/requests";

const KEY = "R".repeat(32);

const aPager = (caseId: string, webhook_secret = WEBHOOK_SECRET) =>
  addChannel(
    caseId,
    {
      kind: "pagerduty",
      name: "",
      settings: { routing_key: KEY, region: "us", url: "", webhook_secret },
      route: ALL_ALERTS,
      isDefault: false,
    },
    ACTOR,
  );

/** Queues for a channel that the incident has begun. `isTried`: and begins to send it. */
async function notify(channelId: string, incidentId: string, isTried = true) {
  const { caseId, snitchId, openedAt: at } = await find(incidentId);
  const alert = await db.alert.upsert({
    where: { snitchId_kind_at: { snitchId, kind: "missing", at } },
    update: {},
    create: { caseId, snitchId, incidentId, kind: "missing", from: "healthy", to: "failed", at },
  });
  await db.delivery.create({ data: { channelId, incidentId, alertId: alert.id, isTried } });
}

/** An open incident of which a PagerDuty channel was notified. */
async function anIncidentThere({ isTried = true, caseId = "" } = {}) {
  const client = await aClient();
  const snitch = await aSnitch({ caseId: caseId || client.theCase.id, status: "failed" });
  const { id: incidentId } = await anIncident({ snitch });
  const { id: channelId } = await aPager(snitch.caseId);
  await notify(channelId, incidentId, isTried);
  return { client, channelId, incidentId, snitch, key: `tattle-${incidentId}` };
}

const post = (channelId: string, { body, headers }: Hook) =>
  send("POST", `/v1/hooks/${channelId}`, { body, headers });

const find = (id: string) => db.incident.findUniqueOrThrow({ where: { id } });

test("who acknowledges in PagerDuty has acknowledged here, by the name that PagerDuty gives, and PagerDuty is sent nothing back", async () => {
  const { client, channelId, incidentId, key } = await anIncidentThere();

  expect((await post(channelId, aHook("incident.acknowledged", key))).status).toBe(204);

  const { body } = await readResponse(client.get(`/v1/incidents/${incidentId}`));
  expect(body).toMatchObject({
    acknowledged_at: expect.any(String),
    acknowledged_by: { name: "Ann Lee (in PagerDuty)", email: null, via: "pagerduty" },
    closed_at: null,
  });
  expect(await db.delivery.count({ where: { incidentId, event: "acknowledged" } })).toBe(0);
  const { id: caseId } = client.theCase;
  expect(await db.auditEvent.findFirst({ where: { caseId, action: "snitch.acknowledged" } })).toMatchObject({
    actorKind: "tattle",
    actorName: "Ann Lee (in PagerDuty)",
    facts: { via: "pagerduty" },
  });
});

test("another pager learns of it, once", async () => {
  const { channelId, incidentId, key, snitch } = await anIncidentThere();
  const other = await aPager(snitch.caseId, "");
  await notify(other.id, incidentId);

  await post(channelId, aHook("incident.acknowledged", key));
  await post(channelId, aHook("incident.acknowledged", key));

  expect(await db.delivery.findMany({ where: { incidentId, event: "acknowledged" } })).toMatchObject([
    { channelId: other.id },
  ]);
});

test("what is resolved in PagerDuty is acknowledged here, and only the job ends the incident", async () => {
  const { channelId, incidentId, key } = await anIncidentThere();

  await post(channelId, aHook("incident.resolved", key));

  expect(await find(incidentId)).toMatchObject({
    acknowledgedBy: "Ann Lee (resolved in PagerDuty)",
    closedAt: null,
  });
});

test("what PagerDuty takes back is taken back here, but not what someone acknowledged here", async () => {
  const there = await anIncidentThere();
  await post(there.channelId, aHook("incident.acknowledged", there.key));
  await post(there.channelId, aHook("incident.unacknowledged", there.key, { agent: null }));
  expect(await find(there.incidentId)).toMatchObject({ acknowledgedAt: null, acknowledgedBy: null });

  const here = await anIncidentThere();
  await here.client.post(`/v1/incidents/${here.incidentId}/acknowledge`);
  await post(here.channelId, aHook("incident.unacknowledged", here.key, { agent: null }));
  expect(await find(here.incidentId)).toMatchObject({ acknowledgedVia: "api" });
});

const late = new Date("2026-03-10T00:05Z");
const early = new Date("2026-03-10T00:04Z");

test("an event that arrives twice counts once, and one that arrives late changes nothing", async () => {
  const { client, channelId, incidentId, key } = await anIncidentThere();
  const hook = aHook("incident.acknowledged", key, { at: early });
  await post(channelId, hook);
  await client.post(`/v1/incidents/${incidentId}/unacknowledge`);

  await post(channelId, hook);
  expect(await find(incidentId)).toMatchObject({ acknowledgedAt: null });

  await post(channelId, aHook("incident.acknowledged", key));
  await post(channelId, aHook("incident.unacknowledged", key, { at: late, agent: null }));
  expect(await find(incidentId)).toMatchObject({ acknowledgedVia: "pagerduty" });
});

test("what was taken back here is not acknowledged by an event from before that", async () => {
  const { client, channelId, incidentId, key } = await anIncidentThere();
  await client.post(`/v1/incidents/${incidentId}/acknowledge`);
  await client.post(`/v1/incidents/${incidentId}/unacknowledge`);

  await post(channelId, aHook("incident.acknowledged", key, { at: early }));

  expect(await find(incidentId)).toMatchObject({ acknowledgedAt: null });
});

test.each([
  ["our own message", aHook.bind(null, "incident.acknowledged"), { agent: EVENTS_API }],
  ["a time limit", aHook.bind(null, "incident.resolved"), { agent: { type: "service_reference" } }],
  ["nobody", aHook.bind(null, "incident.acknowledged"), { agent: null }],
  ["a merge", aHook.bind(null, "incident.resolved"), { resolve_reason: { type: "merge_resolve_reason" } }],
  ["an event that is not known", aHook.bind(null, "incident.escalated"), {}],
  [
    "a time that is none",
    aHook.bind(null, "incident.acknowledged"),
    { at: { toISOString: () => "soon" } as Date },
  ],
])("%s acknowledges nothing", async (_, hook, event) => {
  const { channelId, incidentId, key } = await anIncidentThere();
  expect((await post(channelId, hook(key, event))).status).toBe(204);
  expect(await find(incidentId)).toMatchObject({ acknowledgedAt: null });
});

test("a channel acts only for incidents of its case of which it was notified and which are open", async () => {
  const mine = await anIncidentThere();
  const unnotified = await anIncidentThere({ isTried: false });
  const other = await anIncidentThere();
  await db.incident.update({
    where: { id: mine.incidentId },
    data: { closedAt: new Date(), closedBy: "reported" },
  });
  await db.snitch.update({ where: { id: mine.snitch.id }, data: { status: "healthy" } });

  const keys = [
    mine.key,
    other.key,
    "tattle-",
    "tattle-x' OR true",
    `tattle-${mine.channelId}`,
    `other-${other.incidentId}`,
  ];
  for (const key of keys) {
    const { status } = await post(mine.channelId, aHook("incident.acknowledged", key));
    expect(status).toBe(204);
  }
  await post(unnotified.channelId, aHook("incident.acknowledged", unnotified.key));

  for (const { incidentId } of [mine, unnotified, other])
    expect(await find(incidentId)).toMatchObject({ acknowledgedAt: null });
  const caseId = { in: [mine.snitch.caseId, unnotified.snitch.caseId] };
  expect(await db.auditEvent.count({ where: { caseId, action: "snitch.acknowledged" } })).toBe(0);
});

const wrong = "0".repeat(64);

test.each([
  ["none", () => ({})],
  ["another secret’s", (body: string) => ({ "x-pagerduty-signature": sign(body, "another") })],
  ["that of no secret", (body: string) => ({ "x-pagerduty-signature": sign(body, "") })],
  ["that of another body", (body: string) => ({ "x-pagerduty-signature": sign(`${body} `) })],
  ["a cut one", (body: string) => ({ "x-pagerduty-signature": sign(body).slice(0, -2) })],
  ["one of another version", (body: string) => ({ "x-pagerduty-signature": sign(body).replace("v1", "v0") })],
  ["the ninth", (body: string) => ({ "x-pagerduty-signature": `${`v1=${wrong},`.repeat(8)}${sign(body)}` })],
])("a request whose signature is %s is refused with 401 and changes nothing", async (_, headersOf) => {
  const { channelId, incidentId, key } = await anIncidentThere();
  const { body } = aHook("incident.acknowledged", key);
  const { status, body: refusal } = await readResponse(
    post(channelId, { body, headers: headersOf(body) as never }),
  );
  expect({ status, refusal }).toEqual({
    status: 401,
    refusal: {
      type: "api_key_invalid",
      error: "The signature in X-PagerDuty-Signature is missing or invalid.",
    },
  });
  expect(await find(incidentId)).toMatchObject({ acknowledgedAt: null });
});

test("one right signature among several is enough, as while the secret is replaced", async () => {
  const { channelId, incidentId, key } = await anIncidentThere();
  const { body } = aHook("incident.acknowledged", key);
  const headers = { "x-pagerduty-signature": `v1=${wrong}, ${sign(body)}` };
  expect((await post(channelId, { body, headers })).status).toBe(204);
  expect(await find(incidentId)).toMatchObject({ acknowledgedVia: "pagerduty" });
});

test("there is no hook without a secret, of another kind, of a channel that is off, or by an id that is none", async () => {
  const { id: caseId } = await aCase();
  const { id: plain } = await aPager(caseId, "");
  const { id: off } = await aPager(caseId);
  await db.channel.update({ where: { id: off }, data: { disabledAt: new Date() } });
  const settings = { url: "https://gotify.example.com", token: "AbC" };
  const gotify = { kind: "gotify", name: "", settings, route: ALL_ALERTS, isDefault: false };
  const { id: other } = await addChannel(caseId, gotify, ACTOR);
  const { body } = aHook("incident.acknowledged", "tattle-x");
  for (const id of [plain, off, other, caseId, "x", "%00"])
    for (const secret of ["", WEBHOOK_SECRET]) {
      const hook = { body, headers: { "x-pagerduty-signature": sign(body, secret) } };
      expect(await readResponse(post(id, hook))).toEqual({
        status: 404,
        body: { type: "resource_not_found", error: "No such hook." },
      });
    }
});

test("a body of more than 64 KiB, and one that is not JSON, are refused", async () => {
  const { channelId } = await anIncidentThere();
  const postSigned = (body: string) =>
    post(channelId, { body, headers: { "x-pagerduty-signature": sign(body) } });
  expect((await postSigned(" ".repeat(64 * 1_024 + 1))).status).toBe(413);
  expect((await postSigned("{")).status).toBe(400);
  expect((await postSigned("null")).status).toBe(204);
  expect((await send("GET", `/v1/hooks/${channelId}`)).status).toBe(405);
});

test("who guesses from one address does not keep PagerDuty from acting", async () => {
  const { channelId, incidentId, key } = await anIncidentThere();
  const guess = (from: string) =>
    send("POST", `/v1/hooks/${channelId}`, { body: "{}", headers: { "x-tattle-peer": from } });
  const statuses = new Set<number>();
  for (let i = 0; i < 610; i += 1) statuses.add((await guess("198.51.100.7")).status);
  expect([...statuses]).toEqual([401, 429]);

  const hook = aHook("incident.acknowledged", key);
  const headers = { ...hook.headers, "x-tattle-peer": "203.0.113.9" };
  expect((await post(channelId, { ...hook, headers })).status).toBe(204);
  expect(await find(incidentId)).toMatchObject({ acknowledgedVia: "pagerduty" });
});

test("a name can neither pass for a member nor reorder the page", async () => {
  const { channelId, incidentId, key } = await anIncidentThere();
  const agent = { ...ANN, summary: `boss@example.com\u202e\n\u0000 ${"x".repeat(500)}` };

  await post(channelId, aHook("incident.acknowledged", key, { agent }));

  const { acknowledgedBy } = await find(incidentId);
  expect(acknowledgedBy).toMatch(/^boss@example\.com x+ \(in PagerDuty\)$/);
  expect(acknowledgedBy?.length).toBeLessThan(120);
});

test("the secret of the hook is never sent, and does not part two channels of one key", async () => {
  const { client, channelId } = await anIncidentThere();
  const { id: other } = await aPager(client.theCase.id, "");
  const [one, two] = await Promise.all(
    [channelId, other].map((id) => db.channel.findUnique({ where: { id } })),
  );
  expect(one?.budget).toBe(two?.budget);
  const path = `/v1/channels/${channelId}`;
  expect(JSON.stringify((await readResponse(client.get(path))).body)).not.toContain(WEBHOOK_SECRET);
  const settings = { url: "https://relay.example.com/v2/enqueue", routing_key: "route" };
  const response = await send("PATCH", path, { key: client.key, body: { settings } });
  expect(response.status).toBe(200);
});
