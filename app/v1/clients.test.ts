import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aSnitch } from "@/testing/factories";
import { aClient, basic, readResponse, send } from "@/testing/requests";

async function aClientWithASnitch(attributes: object = {}) {
  const client = await aClient();
  const deadline = new Date("2100-01-01T00:00Z");
  const { token } = await aSnitch({ caseId: client.theCase.id, status: "healthy", deadline, ...attributes });
  return { ...client, path: `/v1/snitches/${token}` };
}

test("the password of the Basic header is ignored", async () => {
  const { key } = await aClient();
  for (const password of ["", "x", "a:b", "пароль"]) {
    const response = await send("GET", "/v1/snitches", { headers: { Authorization: basic(key, password) } });
    expect(response.status).toBe(200);
  }
  const withoutColon = Buffer.from(key).toString("base64");
  expect(
    (await send("GET", "/v1/snitches", { headers: { Authorization: `basic ${withoutColon}` } })).status,
  ).toBe(200);
});

test("of tags that are added at the same time all are kept, at the end", async () => {
  const client = await aClientWithASnitch({ tags: ["a"] });

  await Promise.all(["b", "c"].map((tag) => client.post(`${client.path}/tags`, [tag])));

  const { body } = await readResponse(client.get(client.path));
  const [first, ...added] = (body as { tags: string[] }).tags;
  expect([first, added.toSorted()]).toEqual(["a", ["b", "c"]]);
});

test.each([
  ["two%20three", ["two three", "x"], ["x"]],
  ["two+three", ["two three", "x"], ["x"]],
  ["two+three", ["two three", "two+three"], ["two three"]],
  ["two%2Bthree", ["two three", "two+three"], ["two three"]],
  ["two%2Bthree", ["two three"], ["two three"]],
  ["a%2Fb", ["a/b"], []],
  ["%E2%82%AC", ["€"], []],
  ["%00", ["a"], ["a"]],
])("DELETE …/tags/%s removes at most one of %j", async (segment, tags, remaining) => {
  const client = await aClientWithASnitch({ tags });

  const response = readResponse(client.remove(`${client.path}/tags/${segment}`));

  expect(await response).toEqual({ status: 200, body: remaining });
});

test.each([
  "2100-01-01T06:00:00Z",
  "2100-01-01T08:00:00.000+02:00",
  "2100-01-01T08:00:00+0200",
  "2100-01-01 06:00:00",
  "2100-01-01T06:00Z",
  "2100-01-01T08:00:00+02",
  "2100-01-01T02:30:00.000000-03:30",
  "2100-01-01T06:00:00,000z",
  "21000101T060000Z",
])("a pause reads %s as the right time in UTC", async (until) => {
  const client = await aClientWithASnitch();

  expect((await client.post(`${client.path}/pause`, { until })).status).toBe(204);

  expect(await db.snitch.findFirst({ where: { caseId: client.theCase.id } })).toMatchObject({
    pauseUntil: "time",
    pauseEndsAt: new Date("2100-01-01T06:00:00Z"),
  });
});
