import { expect, test } from "vitest";
import { removeChannel } from "@/lib/channels/remove";
import { db } from "@/lib/platform/db";
import { ACTOR, aSnitch, aWebhook } from "@/testing/factories";
import { aClient, type Client, readResponse, send } from "@/testing/requests";

const call = async (client: Client, method: string, path: string, body?: unknown) => {
  const response = await readResponse(
    send(method, path, { key: client.key, ...(body !== undefined && { body }) }),
  );
  return response as { status: number; body: Record<string, unknown> };
};

const create = (client: Client, attributes: object = {}) =>
  call(client, "POST", "/v1/snitches", { name: "Job", interval: "daily", ...attributes });

const change = (client: Client, token: unknown, attributes: object) =>
  call(client, "PATCH", `/v1/snitches/${token}`, attributes);

const NAMES = [
  "alert_after",
  "alert_after_seconds",
  "recover_after",
  "remind_every",
  "severity",
  "depends_on",
  "channels",
];

test("a snitch without rules of its own shows none of them", async () => {
  const client = await aClient();
  const { body } = await create(client, {
    alert_after: null,
    remind_every: null,
    depends_on: [],
    channels: null,
  });
  for (const name of NAMES) expect(body).not.toHaveProperty(name);
});

test("rules are saved, shown and set back, and an absent one stays as it is", async () => {
  const client = await aClient();
  const { body: parent } = await create(client);
  const { id: channel } = await aWebhook({ caseId: client.theCase.id, url: "https://example.com/hook" });
  const rules = {
    alert_after: 3,
    alert_after_seconds: 900,
    recover_after: 2,
    remind_every: 3_600,
    severity: "warning",
    depends_on: [parent.token],
    channels: [channel],
  };
  const { status, body: created } = await create(client, rules);
  expect(status).toBe(200);
  expect(created).toMatchObject(rules);

  const { body: changed } = await change(client, created.token, { remind_every: "never" });
  expect(changed).toMatchObject({ ...rules, remind_every: "never" });
  const { body: list } = await call(client, "GET", "/v1/snitches");
  expect(list).toContainEqual(changed);

  const none = Object.fromEntries(NAMES.map((name) => [name, null]));
  const { body: reset } = await change(client, created.token, none);
  for (const name of NAMES) expect(reset).not.toHaveProperty(name);
  const events = await db.auditEvent.findMany({
    where: { caseId: client.theCase.id, action: "snitch.changed" },
  });
  expect(events.map(({ facts }) => facts)).toContainEqual({
    remind_every: { from: "3600 seconds", to: "never" },
  });
});

test.each([
  [{ alert_after: 0 }, "must be a whole number from 1 to 720"],
  [{ alert_after: 721 }, "must be a whole number from 1 to 720"],
  [{ alert_after: 1.5 }, "must be a whole number from 1 to 720"],
  [{ alert_after: "3" }, "must be a whole number from 1 to 720"],
  [{ recover_after: 0 }, "must be a whole number from 1 to 720"],
  [{ alert_after_seconds: -1 }, "must be a whole number of seconds from 0 to 2592000"],
  [{ alert_after_seconds: 2_592_001 }, "must be a whole number of seconds from 0 to 2592000"],
  [{ remind_every: 299 }, /^must be never, or a whole number of seconds from 300 to 2592000/],
  [{ remind_every: "hourly" }, /^must be never, or a whole number of seconds from 300 to 2592000/],
  [{ severity: "high" }, "must be one of info, warning, critical"],
  [{ depends_on: "a" }, "must be a list of at most 5 tokens of other snitches"],
  [{ depends_on: ["1", "2", "3", "4", "5", "6"] }, "must be a list of at most 5 tokens of other snitches"],
  [{ depends_on: ["unknown\0"] }, /^has "unknown\\u0000", which is no token/],
  [{ channels: [] }, /^must be a list of ids of this case’s webhooks/],
  [{ channels: ["x"] }, /^must be a list of ids of this case’s webhooks/],
  [{ channels: ["0198c0de-0000-7000-8000-000000000001"] }, "must be ids of this case’s webhooks"],
])("%j is refused with a sentence", async (attributes, message) => {
  const client = await aClient();
  const { body: snitch } = await create(client);
  for (const { status, body } of [
    await create(client, attributes),
    await change(client, snitch.token, attributes),
  ]) {
    expect(status).toBe(422);
    expect(body.validations).toEqual([
      {
        attribute: Object.keys(attributes)[0],
        message: typeof message === "string" ? message : expect.stringMatching(message),
      },
    ]);
  }
});

test("a snitch of another case is no parent", async () => {
  const [client, other] = [await aClient(), await aClient()];
  const { body: stranger } = await create(other);
  const { status, body } = await create(client, { depends_on: [stranger.token] });
  expect(status).toBe(422);
  expect(body.validations).toMatchObject([{ attribute: "depends_on" }]);
});

test("dependencies never make a circle, not even of changes at the same time", async () => {
  const client = await aClient();
  const tokens: unknown[] = [];
  for (let count = 0; count < 3; count += 1) tokens.push((await create(client)).body.token);
  const [a, b, c] = tokens;
  expect((await change(client, a, { depends_on: [a] })).status).toBe(422);
  expect((await change(client, b, { depends_on: [a] })).status).toBe(200);
  expect((await change(client, c, { depends_on: [b] })).status).toBe(200);
  const { status, body } = await change(client, a, { depends_on: [c] });
  expect({ status, validations: body.validations }).toMatchObject({
    status: 422,
    validations: [{ attribute: "depends_on", message: expect.stringMatching(/^would be a loop/) }],
  });

  const both = await Promise.all([
    change(client, a, { depends_on: [c] }),
    change(client, c, { depends_on: [a] }),
  ]);
  expect(both.map((response) => response.status).sort()).toEqual([200, 422]);
  await Promise.all([change(client, b, { depends_on: [] }), change(client, c, { depends_on: [] })]);
  const race = await Promise.all([
    change(client, a, { depends_on: [b] }),
    change(client, b, { depends_on: [a] }),
  ]);
  expect(race.map((response) => response.status).sort()).toEqual([200, 422]);
});

test("a snitch is taken back as it was shown, also after one of its webhooks was removed", async () => {
  const client = await aClient();
  const caseId = client.theCase.id;
  const [removed, kept] = [
    await aWebhook({ caseId, url: "https://example.com/removed" }),
    await aWebhook({ caseId, url: "https://example.com/kept" }),
  ];
  const { token } = await aSnitch({ caseId, channels: [removed.id, kept.id] });
  await removeChannel(caseId, removed.id, ACTOR);

  const shown = await call(client, "GET", `/v1/snitches/${token}`);
  expect(await change(client, token, shown.body)).toMatchObject({ status: 200 });
  const unknown = { channels: [kept.id, "019e7140-1b80-7c3e-9d15-0f6f8e2b7a44"] };
  expect(await change(client, token, unknown)).toMatchObject({ status: 422 });
});
