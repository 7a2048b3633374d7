import { expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { db } from "@/lib/platform/db";
import { ACTOR, aSnitch } from "@/testing/factories";
import { aClient, type Client, readResponse, send } from "@/testing/requests";
import { countCaseLocks } from "@/testing/statements";

const BACKUP = "/v1/snitches/slugs/nightly-backup";
const AT_THREE = { schedule: "0 3 * * *", timezone: "Europe/Riga", grace: 900 };

const createKey = async ({ theCase }: Client, snitchLimit?: number) =>
  (await createApiKey(theCase.id, { name: "Jobs", access: "ping", snitchLimit }, ACTOR)).key;

const listSlugs = async ({ theCase }: Client) =>
  (await db.snitch.findMany({ where: { caseId: theCase.id }, orderBy: { id: "asc" } })).map(
    ({ slug }) => slug,
  );

async function put(key: string, path: string, body?: unknown) {
  const { status, body: received } = await readResponse(send("PUT", path, { key, body }));
  return { status, body: received as Record<string, unknown> };
}

test("a key for check-ins makes a snitch by its slug, and the second time finds it", async () => {
  const client = await aClient();
  const key = await createKey(client);

  const first = await put(key, BACKUP, { ...AT_THREE, name: "Nightly backup", tags: ["db"] });
  const second = await put(key, BACKUP, { name: "Other", tags: ["other"] });

  const { token } = first.body as { token: string };
  const kept = { token, slug: "nightly-backup", check_in_url: `http://localhost:3001/${token}` };
  expect(first).toEqual({ status: 201, body: { ...kept, created: true } });
  expect(second).toEqual({ status: 200, body: { ...kept, created: false } });
  expect((await readResponse(client.get("/v1/snitches?slug=nightly-backup"))).body).toMatchObject([
    { token, slug: "nightly-backup", name: "Nightly backup", tags: ["db"], status: "pending", ...AT_THREE },
  ]);
});

test("a snitch that a program says nothing about is expected every day, with an hour of grace", async () => {
  const client = await aClient();

  expect((await put(client.key, BACKUP)).status).toBe(201);

  const { body } = await readResponse(client.get("/v1/snitches"));
  expect(body).toMatchObject([{ name: "nightly-backup", schedule: "every 1 day", grace: 3_600 }]);
});

test("of a snitch that exists only the schedule is changed, and only as far as it is sent and differs", async () => {
  const client = await aClient();
  await put(client.key, BACKUP, AT_THREE);
  const show = async () => {
    const { body } = await readResponse(client.get("/v1/snitches"));
    const [{ schedule, timezone, grace }] = body as [Record<string, unknown>];
    return { schedule, timezone, grace };
  };
  const changes = () =>
    db.auditEvent.count({ where: { caseId: client.theCase.id, action: "snitch.changed" } });

  await put(client.key, BACKUP, AT_THREE);
  await put(client.key, BACKUP, { schedule: "0  3 * * *" });
  expect([await show(), await changes()]).toEqual([AT_THREE, 0]);

  await put(client.key, BACKUP, { schedule: "0 4 * * *" });
  expect([await show(), await changes()]).toEqual([{ ...AT_THREE, schedule: "0 4 * * *" }, 1]);

  expect((await put(client.key, BACKUP, { interval: "hourly" })).status).toBe(200);
  expect(await show()).toEqual({});
});

test("twenty requests at once make one snitch", async () => {
  const client = await aClient();
  const key = await createKey(client, 1);

  const responses = await Promise.all(Array.from({ length: 20 }, () => put(key, BACKUP, AT_THREE)));

  expect(new Set(responses.map(({ body }) => body.token)).size).toBe(1);
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(19);
  expect(await listSlugs(client)).toEqual(["nightly-backup"]);
});

test("a key for check-ins adds no more than its limit and the plan allow", async () => {
  const client = await aClient({ plan: "starter" });
  const key = await createKey(client, 1);

  expect((await put(key, BACKUP)).status).toBe(201);
  expect(await put(key, "/v1/snitches/slugs/other")).toMatchObject({
    status: 402,
    body: { type: "plan_limit_reached", error: expect.stringContaining("create any more snitches") },
  });
  expect((await put(key, BACKUP)).status).toBe(200);
  expect(await put(client.key, "/v1/snitches/slugs/frequent", { schedule: "* * * * *" })).toMatchObject({
    status: 422,
    body: { validations: [{ attribute: "schedule", message: expect.stringContaining("not included") }] },
  });
});

test("another case’s snitch with the slug is not found", async () => {
  const [client, other] = [await aClient(), await aClient()];
  await put(other.key, BACKUP);

  expect((await put(client.key, BACKUP)).status).toBe(201);
  expect(await listSlugs(other)).toEqual(["nightly-backup"]);
});

test("a slug of several snitches is refused, unless one of them has no environment", async () => {
  const client = await aClient();
  const caseId = client.theCase.id;
  await aSnitch({ caseId, slug: "nightly-backup", environment: "production" });
  const { token } = await aSnitch({ caseId, slug: "nightly-backup" });
  expect(await put(client.key, BACKUP)).toMatchObject({ status: 200, body: { token } });

  await aSnitch({ caseId, slug: "nightly-backup" });
  expect(await put(client.key, BACKUP)).toMatchObject({
    status: 422,
    body: { validations: [{ attribute: "slug" }] },
  });
});

test("many are made in one request, each with a result of its own", async () => {
  const client = await aClient();
  const key = await createKey(client);
  const snitches = [
    { slug: "a", ...AT_THREE },
    { slug: "b c" },
    { slug: "a", schedule: "0 5 * * *" },
    { name: "Nameless" },
    { slug: "d", schedule: "never" },
    { slug: "e", interval: "daily", tags: ["db"] },
  ];

  const { status, body } = await put(key, "/v1/snitches/slugs", { snitches });

  expect(status).toBe(200);
  expect(body.snitches).toMatchObject([
    { slug: "a", created: true },
    { slug: "b c", type: "resource_invalid", validations: [{ attribute: "slug" }] },
    { slug: "a", created: false },
    { type: "resource_invalid", validations: [{ attribute: "slug" }] },
    { slug: "d", type: "resource_invalid", validations: [{ attribute: "schedule" }] },
    { slug: "e", created: true },
  ]);
  expect(await listSlugs(client)).toEqual(["a", "e"]);
});

test("once a limit is reached, only the first of many new ones costs a transaction", async () => {
  const client = await aClient();
  const key = await createKey(client, 1);
  const snitches = ["a", "b", "c", "d", "a"].map((slug) => ({ slug }));

  const locks = await countCaseLocks(async () => {
    const { body } = await put(key, "/v1/snitches/slugs", { snitches });
    const refused = { type: "plan_limit_reached" };
    expect(body.snitches).toMatchObject([{ created: true }, refused, refused, refused, { created: false }]);
  });

  expect(locks).toBe(2);
});

test("a snitch without a slug is shown as it always was, and one with a slug has it as a further member", async () => {
  const client = await aClient();
  const create = async (input: object) =>
    (await readResponse(client.post("/v1/snitches", { interval: "daily", ...input }))).body as Record<
      string,
      unknown
    >;

  expect(await create({ name: "A" })).not.toHaveProperty("slug");
  expect(await create({ name: "B", slug: "" })).not.toHaveProperty("slug");
  expect(Object.keys(await create({ name: "C", slug: "c" })).at(-1)).toBe("slug");
  expect((await readResponse(client.get("/v1/snitches?slug=c"))).body).toMatchObject([{ name: "C" }]);
  expect((await readResponse(client.get("/v1/snitches?slug="))).body).toHaveLength(3);
  expect((await readResponse(client.get("/v1/snitches?slug=%00"))).body).toEqual([]);
});

test("a slug is given, changed and taken away, and never that of another snitch, even at once", async () => {
  const client = await aClient();
  const tokens: string[] = [];
  for (const slug of ["a", "b"]) {
    const { body } = await readResponse(client.post("/v1/snitches", { name: slug, interval: "daily", slug }));
    tokens.push((body as { token: string }).token);
  }
  const taken = {
    status: 422,
    body: { validations: [{ attribute: "slug", message: "is already used by another snitch" }] },
  };
  const [first, second] = tokens.map((token) => `/v1/snitches/${token}`) as [string, string];

  expect(
    await readResponse(client.post("/v1/snitches", { name: "C", interval: "daily", slug: "a" })),
  ).toMatchObject(taken);
  expect(await readResponse(client.patch(second, { slug: "a" }))).toMatchObject(taken);
  expect((await client.patch(first, { slug: "a", name: "A" })).status).toBe(200);
  expect((await client.patch(first, { slug: "a b" })).status).toBe(422);
  expect((await readResponse(client.patch(first, { slug: null }))).body).not.toHaveProperty("slug");

  const statuses = await Promise.all(
    [first, second].map(async (path) => (await client.patch(path, { slug: "c" })).status),
  );
  expect(statuses.sort()).toEqual([200, 422]);
  expect((await readResponse(client.get("/v1/snitches?slug=c"))).body).toHaveLength(1);
});
