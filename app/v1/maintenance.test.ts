import { expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { db } from "@/lib/platform/db";
import { ACTOR } from "@/testing/factories";
import { aJobOn } from "@/testing/machines";
import { aClient, readResponse, refusal, send } from "@/testing/requests";

const ONCE = { starts_at: "2026-03-10T01:00:00.000Z", ends_at: "2026-03-10T03:00:00.000Z" };
const WEEKLY = { schedule: "0 2 * * 0", timezone: "Europe/Riga", duration: 7_200 };

type Body = Record<string, unknown>;

async function added(client: Awaited<ReturnType<typeof aClient>>, body: Body = {}) {
  const response = await readResponse(
    client.post("/v1/maintenance", { name: "Upgrade", all: true, ...ONCE, ...body }),
  );
  expect(response.status).toBe(200);
  return response.body as Body & { id: string };
}

test("an update changes what it names, and takes back what the API shows", async () => {
  const client = await aClient();
  const before = await added(client);
  const path = `/v1/maintenance/${before.id}`;

  expect((await readResponse(client.patch(path, before))).body).toEqual(before);
  const renamed = { ...before, name: "Move" };
  expect((await readResponse(client.patch(path, { name: "Move" }))).body).toEqual(renamed);
  const later: Body = { ...renamed, ends_at: "2026-03-10T04:00:00.000Z" };
  expect((await readResponse(client.patch(path, { ends_at: later.ends_at }))).body).toEqual(later);

  const { all, ...unscoped } = later;
  const tagged: Body = { ...unscoped, tags: ["database"] };
  expect((await readResponse(client.patch(path, { tags: ["database"] }))).body).toEqual(tagged);
  const { starts_at, ends_at, ...timeless } = tagged;
  expect((await readResponse(client.patch(path, WEEKLY))).body).toEqual({ ...timeless, ...WEEKLY });
  expect((await readResponse(client.patch(path, { duration: 60 }))).body).toMatchObject({
    ...WEEKLY,
    duration: 60,
  });
  expect((await readResponse(client.patch(path, ONCE))).body).toEqual({ ...timeless, ...ONCE });
});

test("each change is in the audit log with what was changed", async () => {
  const client = await aClient();
  const { id } = await added(client);
  await client.patch(`/v1/maintenance/${id}`, { name: "Move", tags: ["a"] });
  await client.patch(`/v1/maintenance/${id}`, { name: "Move" });
  await client.remove(`/v1/maintenance/${id}`);

  const events = await db.auditEvent.findMany({
    where: { caseId: client.theCase.id, action: { startsWith: "maintenance." } },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ action, resourceName, facts }) => [action, resourceName, facts])).toEqual([
    ["maintenance.added", "Upgrade", { covers: "all snitches", ...ONCE }],
    [
      "maintenance.changed",
      "Upgrade",
      {
        name: { from: "Upgrade", to: "Move" },
        covers: { from: "all snitches", to: null },
        tags: { from: [], to: ["a"] },
      },
    ],
    ["maintenance.removed", "Move", {}],
  ]);
});

test.each<[Body, string, string]>([
  [{ all: false, snitches: ["nowhere"] }, "snitches", "has an unknown snitch: nowhere"],
  [{ ends_at: null }, "ends_at", "can't be blank"],
  [
    { ends_at: "2026-04-10T01:00:00.001Z" },
    "ends_at",
    "must be at most 31 days after the start: pause the snitches for longer work",
  ],
])("%j is refused", async (body, attribute, message) => {
  const client = await aClient();

  const response = await readResponse(
    client.post("/v1/maintenance", { name: "Upgrade", all: true, ...ONCE, ...body }),
  );

  expect(response).toEqual(refusal([attribute, message]));
});

test.each<[Body, string, string]>([
  [{ schedule: "nonsense" }, "schedule", "must"],
  [{ schedule: "every 2 hours" }, "schedule", "must have fixed times"],
  [{ schedule: null }, "schedule", "blank"],
  [{ timezone: "Europe/Nowhere" }, "timezone", "is not a time zone"],
  [{ duration: 59 }, "duration", "must be a whole number of seconds from 60 to 604800 (7 days)"],
  [{ duration: 604_801 }, "duration", "must be a whole number of seconds from 60 to 604800 (7 days)"],
  [{ duration: 604_800 }, "duration", "must be shorter than the time between two starts"],
])("a schedule with %j is refused", async (body, attribute, message) => {
  const client = await aClient();

  const response = await readResponse(
    client.post("/v1/maintenance", { name: "Weekly", all: true, ...WEEKLY, ...body }),
  );

  expect(response.status).toBe(422);
  const { validations } = response.body as { validations: { attribute: string; message: string }[] };
  expect(validations).toEqual([{ attribute, message: expect.stringContaining(message) }]);
});

test("a change is refused like new maintenance, and nothing is changed", async () => {
  const client = await aClient();
  const before = await added(client);
  const path = `/v1/maintenance/${before.id}`;

  for (const body of [
    { ends_at: "2026-03-10T00:00Z" },
    { tags: [] },
    { schedule: "0 2 * * 0" },
    { name: null },
  ]) {
    expect((await client.patch(path, body)).status).toBe(422);
  }
  expect((await readResponse(client.get(path))).body).toEqual(before);
});

test("a case on hold plans and changes nothing, but may delete", async () => {
  const client = await aClient();
  const { id } = await added(client);
  await db.case.update({ where: { id: client.theCase.id }, data: { onHoldAt: new Date() } });

  expect((await client.post("/v1/maintenance", {})).status).toBe(402);
  expect((await client.patch(`/v1/maintenance/${id}`, {})).status).toBe(402);
  expect((await client.remove(`/v1/maintenance/${id}`)).status).toBe(204);
});

test("a case has room for 200, even if two are added at once", async () => {
  const client = await aClient();
  const times = { startsAt: new Date(ONCE.starts_at), endsAt: new Date(ONCE.ends_at) };
  const one = { caseId: client.theCase.id, name: "Old", coversAll: true, ...times };
  await db.maintenance.createMany({ data: Array.from({ length: 199 }, () => one) });

  const responses = await Promise.all(
    [1, 2].map(() => client.post("/v1/maintenance", { name: "Upgrade", all: true, ...ONCE })),
  );

  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect(await db.maintenance.count({ where: { caseId: client.theCase.id } })).toBe(200);
});

test("maintenance of a machine covers its snitches from now on, also with a key that only acknowledges, which can do no more", async () => {
  const client = await aClient();
  const caseId = client.theCase.id;
  const job = await aJobOn("db7", { caseId });
  await aJobOn("db8", { caseId });
  await aJobOn("db7", {});
  const access = async (level: "acknowledge" | "ping" | "read", tags: string[] = []) =>
    (await createApiKey(caseId, { name: level, access: level, tags }, ACTOR)).key;
  const key = await access("acknowledge");
  const call = async (body: Body, as = key) =>
    readResponse(send("POST", "/v1/maintenance", { key: as, body }));

  const before = Date.now();
  const { status, body } = await call({ host: "db7", duration: 1_800, note: "reboot" });
  expect(status).toBe(200);
  const made = body as { starts_at: string; ends_at: string };
  expect(body).toMatchObject({ name: "Maintenance of db7", note: "reboot", snitches: [job.token] });
  expect(Date.parse(made.starts_at)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(made.ends_at) - Date.parse(made.starts_at)).toBe(1_800_000);

  // No other time, which would excuse the past or last for ever, and no other snitches.
  for (const [attempt, refusal] of [
    [{ host: "db7", ...ONCE }, 422],
    [{ host: "db7", ...WEEKLY, schedule: "* * * * *", duration: null }, 422],
    [{ host: "db9", duration: 60 }, 422],
    [{ host: "\u001b[31m", duration: 60 }, 422],
    [{ name: "All", all: true, ...ONCE }, 401],
  ] as const)
    expect([attempt, (await call(attempt)).status]).toEqual([attempt, refusal]);
  // A check-in key in every crontab mutes nothing, and a key narrowed to other snitches knows no machine.
  expect((await call({ host: "db7", duration: 60 }, await access("ping"))).status).toBe(401);
  expect((await call({ host: "db7", duration: 60 }, await access("read"))).status).toBe(401);
  expect((await call({ host: "db7", duration: 60 }, await access("acknowledge", ["x"]))).status).toBe(422);
  expect(await db.maintenance.count({ where: { caseId } })).toBe(1);
});
