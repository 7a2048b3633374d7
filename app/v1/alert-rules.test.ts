import { expect, test } from "vitest";
import { removeChannel } from "@/lib/channels/remove";
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

test("a snitch of another case is not a parent", async () => {
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
    validations: [{ attribute: "depends_on", message: expect.stringMatching(/^would create a loop/) }],
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
