import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { createApiKey } from "@/lib/cases/api-key";
import type { ApiKeyAccess } from "@/lib/cases/api-key-form";
import { KINDS } from "@/lib/channel-kinds/find";
import { db } from "@/lib/platform/db";
import { ACTOR, aSnitch } from "@/testing/factories";
import { aClient, type Client, readResponse, send } from "@/testing/requests";

const SLACK = "https://hooks.slack.com/services/T000/B000/XXXX";
const NO_PATH = { status: 404, body: { type: "resource_not_found", error: "No such path." } };

type Plan = {
  digest: string;
  summary: { create: number; update: number; delete: number; unchanged: number };
  changes: { action: string; kind: string; key: string; name: string; replay: unknown }[];
  missing_secrets: string[];
  warnings: string[];
};

const aBusiness = () => aClient({ plan: "unlimited" });

const aKey = async ({ theCase }: Client, access: ApiKeyAccess, tags: string[] = []) =>
  (await createApiKey(theCase.id, { name: "CI", access, tags }, ACTOR)).key;

const plan = async (key: string, body: unknown, query = "") => {
  const response = await readResponse(send("POST", `/v1/configuration/plan${query}`, { key, body }));
  return response as { status: number; body: Plan };
};

const apply = async (key: string, body: unknown, digest: string, query = "") => {
  const path = `/v1/configuration/apply?digest=${digest}${query}`;
  const response = await readResponse(send("POST", path, { key, body }));
  return response;
};

/** Plans and applies at once. */
async function settle(key: string, body: unknown, query = "") {
  const planned = await plan(key, body, query);
  expect(planned).toMatchObject({ status: 200 });
  return apply(key, body, planned.body.digest);
}

const entry = (key: string, more: object = {}) => ({ key, name: key, interval: "daily", ...more });
const aFile = (...snitches: object[]) => ({ version: 1, snitches });

const countSnitches = ({ theCase }: Client) => db.snitch.count({ where: { caseId: theCase.id } });

test("the configuration is JSON or YAML with an ETag, nothing is stored, and a check-in does not change it", async () => {
  const client = await aBusiness();
  const { id, token } = await aSnitch({
    caseId: client.theCase.id,
    name: "Backup",
    status: "healthy",
    deadline: new Date("2100-01-01"),
  });
  const get = (headers = {}) => send("GET", "/v1/configuration", { key: client.key, headers });

  const json = await get();
  const yaml = await get({ Accept: "application/yaml" });

  expect(json.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(yaml.headers.get("content-type")).toBe("application/yaml; charset=utf-8");
  const content = await json.json();
  expect(parseYaml(await yaml.text())).toEqual(content);
  expect(content.snitches).toEqual([entry("backup", { name: "Backup" })]);
  expect(JSON.stringify(content)).not.toContain(token);
  expect(await db.snitch.findUnique({ where: { id } })).toMatchObject({ key: null });
  const etag = json.headers.get("etag") ?? "";
  expect(yaml.headers.get("etag")).not.toBe(etag);
  await db.snitch.update({
    where: { id },
    data: { checkedInAt: new Date(), status: "failed", checkInCount: 9 },
  });
  const same = await get({ "If-None-Match": `"other", W/${etag}` });
  expect([same.status, await same.text()]).toEqual([304, ""]);
  await db.snitch.update({ where: { id }, data: { name: "Other" } });
  expect((await get({ "If-None-Match": etag })).status).toBe(200);
});

test("a plan says what would change and changes nothing; its digest is that of the file however it is written", async () => {
  const client = await aBusiness();
  const { id } = await aSnitch({ caseId: client.theCase.id, key: "old", name: "Old", interval: "daily" });
  const file = aFile(
    { ...entry("old", { name: "Old" }), interval: "hourly" },
    entry("new", { tags: ["db"] }),
  );

  const { status, body } = await plan(client.key, file);

  expect(status).toBe(200);
  expect(body).toEqual({
    digest: expect.stringMatching(/^[\da-f]{64}$/),
    summary: { create: 1, update: 1, delete: 0, unchanged: 0 },
    changes: [
      {
        action: "update",
        kind: "snitch",
        key: "old",
        name: "Old",
        fields: [{ name: "interval", before: "daily", after: "hourly" }],
        replay: null,
      },
      {
        action: "create",
        kind: "snitch",
        key: "new",
        name: "new",
        fields: [
          { name: "name", before: null, after: "new" },
          { name: "tags", before: null, after: ["db"] },
          { name: "interval", before: null, after: "daily" },
        ],
        replay: null,
      },
    ],
    missing_secrets: [],
    warnings: [],
  });
  expect(await countSnitches(client)).toBe(1);
  expect(await db.auditEvent.count({ where: { caseId: client.theCase.id } })).toBe(1);
  const yaml = `# A comment
version: 1
snitches:
- {name: Old, key: old, interval: hourly}
- {key: new, tags: [db], name: new, interval: daily}`;
  const planDigest = async (body: unknown, query?: string) =>
    (await plan(client.key, body, query)).body.digest;
  expect(await planDigest(yaml)).toBe(body.digest);
  expect(await planDigest(yaml, "?prune=true")).not.toBe(body.digest);
  expect(await planDigest(aFile(entry("new")))).not.toBe(body.digest);
  await db.snitch.update({
    where: { id },
    data: { checkedInAt: new Date(), status: "failed", deadline: new Date() },
  });
  expect(await planDigest(yaml)).toBe(body.digest);
  await db.snitch.update({ where: { id }, data: { notes: "Changed." } });
  expect(await planDigest(yaml)).not.toBe(body.digest);
});

test("prune deletes what was planned and nothing more", async () => {
  const client = await aBusiness();
  const caseId = client.theCase.id;
  await aSnitch({ caseId, key: "stays", name: "stays" });
  await aSnitch({ caseId, key: "goes", name: "goes" });
  const file = aFile(entry("stays"));
  const { digest, summary } = (await plan(client.key, file, "?prune=true")).body;
  expect(summary).toMatchObject({ delete: 1 });

  await aSnitch({ caseId, key: "later", name: "later" });
  const moved = await apply(client.key, file, digest);
  expect(moved.status).toBe(409);
  const planned = (await plan(client.key, file)).body;
  expect(planned.summary).toMatchObject({ delete: 0 });
  expect((await apply(client.key, file, planned.digest, "&prune=true")).status).toBe(409);
  expect(await apply(client.key, file, planned.digest)).toMatchObject({ status: 200, body: { done: [] } });
  expect(await countSnitches(client)).toBe(3);

  const pruned = (await plan(client.key, file, "?prune=true")).body;
  expect((await apply(client.key, file, pruned.digest)).status).toBe(200);
  expect(await db.snitch.findMany({ where: { caseId }, select: { key: true } })).toEqual([{ key: "stays" }]);
});

const SERVERS = `SERVER_${randomUUID().replaceAll("-", "_")}`;
afterEach(() => {
  delete process.env[SERVERS];
});

test("a file that names the server’s variables gets nothing of them, in any setting of any kind, however they are spelled", async () => {
  const client = await aBusiness();
  process.env[SERVERS] = SLACK;
  const own = [
    SERVERS,
    "PATH",
    "HOME",
    "DATABASE_URL",
    "AUTH_SECRET",
    "constructor",
    "__proto__",
    "toString",
  ];
  const names = own.flatMap((name) => [
    name,
    name.toLowerCase(),
    `$${name}`,
    `\${${name}}`,
    `process.env.${name}`,
  ]);
  const channels = KINDS.flatMap(({ kind, settings }) =>
    names.map((env, i) => ({
      key: `${kind.replaceAll("_", "-")}-${i}`,
      kind,
      name: `\${${SERVERS}}`,
      settings: Object.fromEntries(Object.keys(settings.shape).map((name) => [name, { env }])),
    })),
  );
  // Each kind alone, so that no other one hides what becomes of it.
  for (const some of [channels.slice(0, 400), channels.slice(-400)]) {
    const { body } = await plan(client.key, { version: 1, channels: some });
    expect(JSON.stringify(body)).not.toContain(SLACK);
  }
  for (const env of [SERVERS, "__proto__"]) {
    const file = { version: 1, channels: [{ key: "a", kind: "slack", settings: { url: { env } } }] };
    const planned = await plan(client.key, file);
    expect(planned).toMatchObject({ status: 200, body: { missing_secrets: [env] } });
    for (const body of [file, { file, secrets: { [`${env}_`]: SLACK } }])
      expect(await apply(client.key, body, planned.body.digest)).toMatchObject({
        status: 422,
        body: { validations: [{ attribute: "channels[0].settings.url" }] },
      });
  }
  expect(await db.channel.count({ where: { caseId: client.theCase.id } })).toBe(0);

  const file = { version: 1, channels: [{ key: "a", kind: "slack", settings: { url: { env: SERVERS } } }] };
  const { digest } = (await plan(client.key, file)).body;
  const sent = `${SLACK}-sent`;
  const applied = await apply(client.key, { file, secrets: { [SERVERS]: sent } }, digest);
  expect(applied.status).toBe(200);
  expect(JSON.stringify(applied.body)).not.toContain(SLACK);
  expect((await plan(client.key, file)).body).toMatchObject({
    missing_secrets: [],
    summary: { unchanged: 1 },
  });
  expect(
    await readResponse(client.post(`/v1/configuration/apply?digest=x`, { file, secrets: ["x"] })),
  ).toMatchObject({
    status: 422,
    body: { validations: [{ attribute: "secrets" }] },
  });
});

test("a key that only plans cannot find out which secret is stored", async () => {
  const client = await aBusiness();
  const file = (url: string) => ({ version: 1, channels: [{ key: "a", kind: "slack", settings: { url } }] });
  expect((await settle(client.key, file(SLACK))).status).toBe(200);
  const key = await aKey(client, "plan");

  const right = await plan(key, file(SLACK));
  const wrong = await plan(key, file(`${SLACK}Y`));

  expect(right.body.changes).toEqual(wrong.body.changes);
  expect(JSON.stringify(right)).not.toContain(SLACK);
  expect((await plan(client.key, file(SLACK))).body.changes).toEqual([]);
});

test("many plans of one case at once are made one after another, and none is refused", async () => {
  const [one, other] = [await aBusiness(), await aBusiness()];
  const responses = await Promise.all(
    [one, one, one, one, other].map(({ key }) =>
      send("POST", "/v1/configuration/plan", { key, body: aFile() }),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
});

test("a plan warns of another case, and of a snitch that would be missing at once", async () => {
  const client = await aBusiness();
  const caseId = client.theCase.id;
  const [checkedInAt, deadline] = [new Date(Date.now() - 90_000), new Date(Date.now() + 3_570_000)];
  await aSnitch({
    caseId,
    key: "a",
    name: "Backup",
    interval: "1_minute",
    schedule: "every 1 minute",
    grace: 3_600,
    status: "healthy",
    checkedInAt,
    matchedTick: checkedInAt,
    deadline,
  });
  const { body } = await plan(client.key, {
    ...aFile({ key: "a", name: "Backup", schedule: "every 1 minute", grace: 1 }),
    case: "Elsewhere",
  });
  expect(body.warnings).toEqual([
    `This file is for the case “Elsewhere”, but this case is “${client.theCase.name}”.`,
    "Backup would become missing immediately",
  ]);
});

test("a narrowed key plans and applies snitches with its tags, and nothing else", async () => {
  const client = await aBusiness();
  const caseId = client.theCase.id;
  const key = await aKey(client, "full", ["payments"]);
  await aSnitch({ caseId, name: "Other team", tags: ["web"] });
  await aSnitch({ caseId, name: "Mine", tags: ["payments", "db"] });

  expect(await (await send("GET", "/v1/configuration", { key })).json()).toEqual({
    version: 1,
    snitches: [entry("mine", { name: "Mine", tags: ["payments", "db"] })],
  });
  expect(await plan(key, { ...aFile(entry("a")), settings: {} })).toMatchObject({
    status: 422,
    body: { validations: [{ attribute: "settings" }, { attribute: "snitches[0].tags" }] },
  });
  expect(await settle(key, aFile(entry("new", { tags: ["payments"] })), "?prune=true")).toMatchObject({
    status: 200,
    body: {
      done: [
        { action: "create", key: "new" },
        { action: "delete", key: "mine" },
      ],
    },
  });
  const left = await db.snitch.findMany({ where: { caseId }, orderBy: { name: "asc" } });
  expect(left.map(({ name, key }) => [name, key === null])).toEqual([
    ["Other team", true],
    ["new", false],
  ]);
  const { id } = await aSnitch({ caseId });
  const { token } = await db.snitch.findUniqueOrThrow({ where: { id } });
  const single = await createApiKey(caseId, { name: "One", snitches: [token] }, ACTOR);
  expect(await readResponse(send("GET", "/v1/configuration", { key: single.key }))).toEqual(NO_PATH);
  expect(await plan(single.key, aFile())).toEqual(NO_PATH);
});
