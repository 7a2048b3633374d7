import { expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { forgetClusters, listClusters } from "@/lib/kubernetes/clusters";
import { ACTOR, aCase } from "@/testing/factories";
import { aClient, readResponse, send } from "@/testing/requests";

const BACKUP = {
  ...{ namespace: "shop", name: "backup", watched: true, reason: "", snitch: "c2354d53d2b1a4f0" },
  ...{ schedule: "0 3 * * *", seen_at: "2026-05-28T03:12:00.000Z" },
};
const PATH = "/v1/kubernetes/prod";

test("a watcher replaces what was seen of its cluster, and reads it again", async () => {
  const client = await aClient();
  const put = (body: unknown, path = PATH) => readResponse(client.put(path, body));

  expect(await readResponse(client.get(PATH))).toMatchObject({
    status: 404,
    body: { error: "No such cluster." },
  });
  expect((await put([BACKUP])).status).toBe(204);
  const other = { ...BACKUP, name: "=cmd()", watched: false, reason: "no label", snitch: null };
  expect((await put([other])).status).toBe(204);
  expect((await readResponse(client.get(PATH))).body).toEqual([other]);
  await put([], "/v1/kubernetes/stage");
  expect((await listClusters(client.theCase.id)).map(({ name }) => name)).toEqual(["prod", "stage"]);
});

test.each<[string, unknown, number]>([
  ["not a list", {}, 422],
  ["a member is missing", [{ ...BACKUP, watched: undefined }], 422],
  ["a long reason", [{ ...BACKUP, reason: "x".repeat(1_001) }], 422],
  ["a NUL", [{ ...BACKUP, name: "\0" }], 422],
  ["5,001 CronJobs", Array.from({ length: 5_001 }, () => BACKUP), 422],
  ["5,000 CronJobs", Array.from({ length: 5_000 }, () => BACKUP), 204],
  ["more than 2 MiB", Array.from({ length: 5_000 }, () => ({ ...BACKUP, reason: "x".repeat(400) })), 413],
])("%s", async (_, body, status) => {
  const client = await aClient();
  expect((await client.put(PATH, body)).status).toBe(status);
});

test("a narrowed key has the cluster that its tag names, and a key that only reads writes none", async () => {
  const { theCase } = await aClient();
  const call = async (method: string, path: string, key: { access: "full" | "read"; tags?: string[] }) => {
    const { key: secret } = await createApiKey(theCase.id, { name: "Watcher", ...key }, ACTOR);
    return (await send(method, path, { key: secret, ...(method === "PUT" && { body: [BACKUP] }) })).status;
  };
  const narrow = { access: "full" as const, tags: ["cluster:prod"] };

  expect(await call("PUT", PATH, narrow)).toBe(204);
  expect(await call("GET", PATH, narrow)).toBe(200);
  expect(await call("PUT", "/v1/kubernetes/stage", narrow)).toBe(404);
  expect(await call("PUT", "/v1/kubernetes/a b", { access: "full" })).toBe(404);
  expect(await call("PUT", PATH, { access: "read" })).toBe(401);
});

test("a case has at most 50 clusters, of which each is forgotten after 30 days", async () => {
  const client = await aClient();
  for (let i = 0; i < 50; i += 1) expect((await client.put(`/v1/kubernetes/c${i}`, [])).status).toBe(204);
  expect((await client.put("/v1/kubernetes/another", [])).status).toBe(422);
  expect((await client.put("/v1/kubernetes/c1", [BACKUP])).status).toBe(204);

  await forgetClusters(new Date(Date.now() + 29 * 86_400_000));
  expect(await listClusters(client.theCase.id)).toHaveLength(50);
  await forgetClusters(new Date(Date.now() + 31 * 86_400_000));
  expect(await listClusters(client.theCase.id)).toEqual([]);
  expect(await listClusters((await aCase()).id)).toEqual([]);
});
