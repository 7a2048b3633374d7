import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aSnitch } from "@/testing/factories";
import { aClient, basic, readResponse, send } from "@/testing/requests";

const valid = { name: "Nightly backup", interval: "daily" };

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

test.each([
  ["without one on top", { name: "a", type: { interval: "hourly" } }, "hourly"],
  ["beside a blank one on top", { name: "a", interval: "", type: { interval: "hourly" } }, "hourly"],
  ["blank", { name: "a", interval: "weekly", type: { interval: "" } }, "weekly"],
  ["empty", { name: "a", interval: "weekly", type: {} }, "weekly"],
  [
    "different from the one on top",
    { name: "a", interval: "weekly", type: { interval: "hourly" } },
    "weekly",
  ],
])("a nested interval, %s, is read on create and update", async (_, body, interval) => {
  const client = await aClientWithASnitch();

  for (const response of [client.post("/v1/snitches", body), client.patch(client.path, body)]) {
    expect(await readResponse(response)).toMatchObject({
      status: 200,
      body: { interval, type: { interval } },
    });
  }
});

test("a whole object can be sent back on update", async () => {
  const client = await aClientWithASnitch({ tags: ["a"], notes: "b" });
  const { body } = await readResponse(client.get(client.path));

  expect(await readResponse(client.patch(client.path, body))).toEqual({ status: 200, body });
  const changedReadOnly = {
    ...(body as object),
    created_at: "",
    checked_in_at: "",
    token: "",
    href: 1,
    status: null,
    more: [],
  };
  expect(await readResponse(client.patch(client.path, changedReadOnly))).toEqual({ status: 200, body });
});

test("null means none, blank tags are dropped, and addresses may be one string", async () => {
  const client = await aClient();
  const create = async (attributes: object) =>
    (await readResponse(client.post("/v1/snitches", { ...valid, ...attributes }))).body;

  const none = { tags: [], notes: "", alert_email: [], alert_type: "basic" };
  expect(await create({ tags: null, notes: null, alert_email: null, alert_type: null })).toMatchObject(none);
  expect(await create({ tags: [""], alert_email: [] })).toMatchObject(none);
  expect(await create({ tags: ["b", " ", "a", "b"] })).toMatchObject({ tags: ["b", "a"] });
  expect(await create({ alert_email: "a@example.com, b@example.com" })).toMatchObject({
    alert_email: ["a@example.com", "b@example.com"],
  });
});

test("null clears an attribute on update", async () => {
  const client = await aClientWithASnitch({ tags: ["a"], notes: "b", alertEmail: ["a@example.com"] });

  const { body } = await readResponse(
    client.patch(client.path, { tags: null, notes: null, alert_email: null }),
  );

  expect(body).toMatchObject({ tags: [], notes: "", alert_email: [] });
});

test.each([
  "",
  "?tags=",
  "?tags=a",
  "?tags=a,b%20c",
  "?tags=a,b+c",
  "?tags[0]=a&tags[1]=b%20c",
  "?tags%5B%5D=a",
])("the list accepts %s, with and without a trailing slash", async (query) => {
  const client = await aClientWithASnitch({ tags: ["a", "b c"] });

  expect((await readResponse(client.get(`/v1/snitches${query}`))).body).toHaveLength(1);
  expect((await readResponse(client.get(`/v1/snitches/${query}`))).body).toHaveLength(1);
});

test.each(["?tags=a,nope", "?tags[]=a&tags[]=nope", "?tags=%00", "?tags=a%2Cnope"])(
  "the list with %s is empty",
  async (query) => {
    const client = await aClientWithASnitch({ tags: ["a"] });

    expect(await readResponse(client.get(`/v1/snitches${query}`))).toEqual({ status: 200, body: [] });
  },
);

test("creating accepts a trailing slash", async () => {
  const client = await aClient();

  expect((await client.post("/v1/snitches/", valid)).status).toBe(200);
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

test.each([
  ["empty", { until: "" }, 422],
  ["blank", { until: " " }, 422],
  ["null", { until: null }, 204],
  ["absent", {}, 204],
])("`until` that is %s gives %s %i", async (_, body, status) => {
  const client = await aClientWithASnitch();

  const response = await readResponse(client.post(`${client.path}/pause`, body));

  expect(response.status).toBe(status);
  if (status === 422)
    expect(response.body).toMatchObject({ type: "resource_invalid", validations: [{ attribute: "until" }] });
});

test.each(["/v1//snitches", "//v1/snitches/", "/v1///snitches?tags=a"])("%s is the list", async (path) => {
  const client = await aClientWithASnitch({ tags: ["a"] });

  expect((await readResponse(client.get(path))).body).toHaveLength(1);
});

test("an empty tag between extra slashes deletes nothing", async () => {
  const client = await aClientWithASnitch({ tags: ["a"] });

  for (const end of ["/tags//", "//", "//tags//", "/tags//..", "//..", "/tags//a"])
    expect((await client.remove(`${client.path}${end}`)).status).toBe(404);
  expect((await readResponse(client.get(client.path))).body).toMatchObject({ tags: ["a"] });
});
