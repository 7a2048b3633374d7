import { expect, test } from "vitest";
import { deliver } from "@/lib/delivery/deliver";
import { db } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { aReceiver } from "@/testing/receiver";
import { aClient, readResponse, send } from "@/testing/requests";

const HOOK = "https://hooks.slack.com/services/T000/B000/SECRET";
const SLACK = { kind: "slack", settings: { url: HOOK } };

const call = (key: string, method: string, path: string, body?: unknown) =>
  readResponse(send(method, path, { key, ...(body !== undefined && { body }) }));

async function added(key: string, body: object) {
  const { status, body: channel } = await call(key, "POST", "/v1/channels", body);
  expect(status).toBe(200);
  return channel as { id: string } & Record<string, unknown>;
}

test("a channel is added, listed, changed, switched off and deleted, and no secret is ever read back", async () => {
  const { key } = await aClient();
  const { id, ...rest } = await added(key, { ...SLACK, name: "On-call", routing: { tags_any: ["db"] } });
  expect(rest).toMatchObject({
    kind: "slack",
    name: "On-call",
    settings: {},
    enabled: true,
    disabled_at: null,
  });

  const path = `/v1/channels/${id}`;
  const { body: listed } = await call(key, "GET", "/v1/channels");
  expect(listed).toEqual([{ id, ...rest }]);
  const changed = await call(key, "PATCH", path, {
    name: "Ops",
    routing: { causes: ["error"] },
    enabled: false,
  });
  expect(changed.body).toMatchObject({
    name: "Ops",
    routing: { tags_any: ["db"], causes: ["error"] },
    enabled: false,
    disabled_at: expect.stringMatching(/Z$/),
    disabled_reason: null,
  });
  expect((await call(key, "PATCH", path, { enabled: true })).body).toMatchObject({
    enabled: true,
    disabled_at: null,
  });
  const all = JSON.stringify([rest, listed, changed.body, await db.channel.findUnique({ where: { id } })]);
  expect(all).not.toContain("SECRET");
  expect((await call(key, "DELETE", path)).status).toBe(204);
  expect((await call(key, "GET", path)).status).toBe(404);
});

test("a webhook has its URL and, once, the secret that signs its requests", async () => {
  const { key } = await aClient();
  const channel = await added(key, {
    kind: "webhook",
    settings: { url: "https://ann:pw@hooks.example.com/in" },
  });
  expect(channel).toMatchObject({
    settings: { url: "https://•••:•••@hooks.example.com/in" },
    signing_secret: expect.stringMatching(/^whsec_/),
  });
  expect((await call(key, "GET", `/v1/channels/${channel.id}`)).body).not.toHaveProperty("signing_secret");
});

test("what another AUTH_SECRET encrypted is not a fault of ours: the response says what to set", async () => {
  const { key, theCase } = await aClient();
  const { id } = await added(key, SLACK);
  const settings = encrypt(JSON.stringify(SLACK.settings), "another secret of at least 32 characters");
  await db.channel.update({ where: { id, caseId: theCase.id }, data: { settings } });
  const refusal = {
    status: 503,
    body: {
      type: "service_unavailable",
      error: expect.stringMatching(
        /^AUTH_SECRET is not the one that encrypted the secrets in this database: /,
      ),
    },
  };
  expect(await call(key, "GET", "/v1/channels")).toEqual(refusal);
  expect(await call(key, "GET", `/v1/channels/${id}`)).toEqual(refusal);
});

test("a change keeps the settings that it leaves out, and refuses another kind", async () => {
  const { key } = await aClient();
  const settings = { routing_key: "R".repeat(32), region: "eu" };
  const { id } = await added(key, { kind: "pagerduty", settings });
  const path = `/v1/channels/${id}`;

  const { body } = await call(key, "PATCH", path, { settings: { routing_key: "S".repeat(32) } });

  expect(body).toMatchObject({ settings: { region: "eu" } });
  expect((await call(key, "PATCH", path, { kind: "slack" })).status).toBe(422);
  expect((await call(key, "PATCH", path, { kind: "pagerduty" })).status).toBe(200);
});

test("no one who cannot read a secret can send it to another server", async () => {
  const { key } = await aClient();
  const settings = { url: "https://push.example.com", token: "A1b2C3d4E5f6G7h" };
  const { id } = await added(key, { kind: "gotify", settings });
  const path = `/v1/channels/${id}`;
  const elsewhere = { url: "https://evil.example" };

  const { status, body } = await call(key, "PATCH", path, { settings: elsewhere });

  expect(status).toBe(422);
  expect(body).toMatchObject({ validations: [{ attribute: "settings.token" }] });
  expect((await call(key, "PATCH", path, { settings: { url: "https://push.example.com/sub" } })).status).toBe(
    200,
  );
  expect((await call(key, "PATCH", path, { settings: { ...settings, ...elsewhere } })).status).toBe(200);
});

test.each([
  ["from PagerDuty to another server", "", "https://evil.example/v2/enqueue"],
  ["from another server to PagerDuty", "https://relay.example.com/v2/enqueue", ""],
])("no one who cannot read an integration key can send it %s", async (_, before, after) => {
  const { key } = await aClient();
  const settings = { routing_key: "R".repeat(32), url: before };
  const { id } = await added(key, { kind: "pagerduty", settings });
  const path = `/v1/channels/${id}`;

  const { status, body } = await call(key, "PATCH", path, { settings: { url: after } });

  expect(status).toBe(422);
  expect(body).toMatchObject({ validations: [{ attribute: "settings.routing_key" }] });
  expect((await call(key, "PATCH", path, { settings: { ...settings, url: after } })).status).toBe(200);
});

test("saving what an earlier version saved, without the newer settings, changes nothing", async () => {
  const { key, theCase } = await aClient();
  const { id } = await added(key, { kind: "pagerduty", settings: { routing_key: "R".repeat(32) } });
  const settings = encrypt(JSON.stringify({ routing_key: "R".repeat(32), region: "us" }));
  await db.channel.update({ where: { id }, data: { settings } });
  const countEvents = () => db.auditEvent.count({ where: { caseId: theCase.id } });
  const before = await countEvents();

  expect((await call(key, "GET", `/v1/channels/${id}`)).body).toMatchObject({ settings: { region: "us" } });
  await call(key, "PATCH", `/v1/channels/${id}`, { settings: { region: "us" } });

  expect(await countEvents()).toBe(before);
});

test("a test says what came back", async () => {
  const receiver = await aReceiver();
  const { key } = await aClient();
  const { id } = await added(key, { kind: "webhook", settings: { url: receiver.url } });
  const responded = call(key, "POST", `/v1/channels/${id}/test`);
  await expect.poll(() => db.delivery.count({ where: { channelId: id } })).toBe(1);
  const delivery = await db.delivery.findFirstOrThrow({ where: { channelId: id } });
  await deliver(delivery.id);

  const { status, body } = await responded;

  expect(status).toBe(200);
  expect(body).toMatchObject({ id: delivery.id, outcome: "accepted", text: "Accepted (200)", status: 200 });
});
