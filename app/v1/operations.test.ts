import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/rules/durations";
import { aSnitch } from "@/testing/factories";
import { aClient, readResponse } from "@/testing/requests";

const FAR_FUTURE = new Date("2100-01-01T00:00Z");
const CREATED = new Date("2026-01-01T00:00Z");
const healthy = {
  status: "healthy",
  deadline: FAR_FUTURE,
  checkedInAt: CREATED,
  createdAt: CREATED,
} as const;

const expectedSnitch = (token: string, changes: object = {}) => ({
  token,
  href: `/v1/snitches/${token}`,
  name: "Nightly backup",
  tags: [],
  notes: "",
  status: "healthy",
  created_at: "2026-01-01T00:00:00.000Z",
  check_in_url: `http://localhost:3001/${token}`,
  checked_in_at: "2026-01-01T00:00:00.000Z",
  type: { interval: "daily" },
  interval: "daily",
  alert_type: "basic",
  alert_email: [],
  ...changes,
});

async function aClientWithASnitch(attributes: object = {}) {
  const client = await aClient();
  const { id, token } = await aSnitch({ caseId: client.theCase.id, ...healthy, ...attributes });
  return { ...client, id, token, path: `/v1/snitches/${token}` };
}

test("the list has the complete snitches of the case and no others", async () => {
  const client = await aClientWithASnitch();
  await aSnitch();

  expect(await readResponse(client.get("/v1/snitches"))).toEqual({
    status: 200,
    body: [expectedSnitch(client.token)],
  });
});

test("a list filtered by tags has only the snitches with all of them", async () => {
  const client = await aClientWithASnitch({ tags: ["a", "b c", "d"] });
  await aSnitch({ caseId: client.theCase.id, tags: ["a"] });

  const { body } = await readResponse(client.get("/v1/snitches?tags=a,b%20c"));

  expect(body).toEqual([expectedSnitch(client.token, { tags: ["a", "b c", "d"] })]);
  expect(await readResponse(client.get("/v1/snitches?tags=a,nowhere"))).toEqual({ status: 200, body: [] });
});

test("a snitch is shown with its attributes in the documented order", async () => {
  const client = await aClientWithASnitch({ notes: "Runs on db1.", alertEmail: ["ops@example.com"] });

  const response = await client.get(client.path);

  const expected = expectedSnitch(client.token, { notes: "Runs on db1.", alert_email: ["ops@example.com"] });
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect(await response.text()).toBe(JSON.stringify(expected));
});

test("creating returns the new snitch, which is pending", async () => {
  const client = await aClient();

  const { status, body } = await readResponse(
    client.post("/v1/snitches", {
      name: "Nightly backup",
      interval: "weekly",
      alert_type: "smart",
      alert_email: ["ops@example.com"],
      notes: "Runs on db1.",
      tags: ["database"],
    }),
  );

  const { token, created_at } = body as { token: string; created_at: string };
  expect(status).toBe(200);
  expect(token).toMatch(/^[\da-f]{16}$/);
  expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(body).toEqual(
    expectedSnitch(token, {
      tags: ["database"],
      notes: "Runs on db1.",
      status: "pending",
      created_at,
      checked_in_at: null,
      type: { interval: "weekly" },
      interval: "weekly",
      alert_type: "smart",
      alert_email: ["ops@example.com"],
    }),
  );
  expect(await readResponse(client.get(`/v1/snitches/${token}`))).toEqual({ status: 200, body });
});

test("an update changes only the attributes in its body", async () => {
  const client = await aClientWithASnitch({ tags: ["a"], notes: "Kept.", alertEmail: ["ops@example.com"] });
  const kept = { notes: "Kept.", alert_email: ["ops@example.com"] };

  const renamed = expectedSnitch(client.token, { ...kept, name: "Renamed", tags: ["a"] });
  expect(await readResponse(client.patch(client.path, { name: "Renamed" }))).toEqual({
    status: 200,
    body: renamed,
  });

  const retagged = { ...renamed, tags: ["b", "c"] };
  expect(await readResponse(client.patch(client.path, { tags: ["b", "c"] }))).toEqual({
    status: 200,
    body: retagged,
  });

  const cleared = { ...renamed, tags: [] };
  expect(await readResponse(client.patch(client.path, { tags: [] }))).toEqual({ status: 200, body: cleared });
});

test("after a change of interval, a new period starts", async () => {
  const client = await aClientWithASnitch();

  const before = Date.now();
  const { body } = await readResponse(client.patch(client.path, { interval: "hourly" }));

  expect(body).toEqual(expectedSnitch(client.token, { interval: "hourly", type: { interval: "hourly" } }));
  const { deadline } = await db.snitch.findUniqueOrThrow({ where: { id: client.id } });
  expect(Number(deadline)).toBeGreaterThanOrEqual(before + HOUR_MS);
  expect(Number(deadline)).toBeLessThanOrEqual(Date.now() + 2 * HOUR_MS);
});

test("new tags are added at the end, and two additions at the same time are both kept", async () => {
  const client = await aClientWithASnitch({ tags: ["a"] });

  expect(await readResponse(client.post(`${client.path}/tags`, ["b", "a"]))).toEqual({
    status: 200,
    body: ["a", "b"],
  });
  await Promise.all([client.post(`${client.path}/tags`, ["c"]), client.post(`${client.path}/tags`, ["d"])]);

  const { body } = await readResponse(client.get(client.path));
  expect((body as { tags: string[] }).tags.toSorted()).toEqual(["a", "b", "c", "d"]);
});

test("removing a tag returns the remaining tags, even if the snitch did not have it", async () => {
  const client = await aClientWithASnitch({ tags: ["a", "b"] });

  expect(await readResponse(client.remove(`${client.path}/tags/a`))).toEqual({ status: 200, body: ["b"] });
  expect(await readResponse(client.remove(`${client.path}/tags/a`))).toEqual({ status: 200, body: ["b"] });
});

test("a deleted snitch is unknown immediately", async () => {
  const client = await aClientWithASnitch();

  expect(await readResponse(client.remove(client.path))).toEqual({ status: 204, body: "" });
  expect((await client.get(client.path)).status).toBe(404);
  expect((await client.remove(client.path)).status).toBe(404);
});
