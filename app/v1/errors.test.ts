import { expect, test, vi } from "vitest";
import { exampleUrl } from "@/lib/api/example";
import type { Operation } from "@/lib/api/operation";
import { saveCluster } from "@/lib/kubernetes/clusters";
import { saveMachines } from "@/lib/machines/note";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { anIncident, aWebhook } from "@/testing/factories";
import { aJobOn } from "@/testing/machines";
import { aClient, readResponse, send } from "@/testing/requests";
import { aPage } from "@/testing/status-page";
import { OPERATIONS } from "./operations";

const OF_KEYS = OPERATIONS.filter(({ isPublic }) => !isPublic).map(
  (operation) => [operation.id, operation, exampleUrl(operation, OPERATIONS)] as const,
);

const WRONG_KEY = {
  status: 401,
  body: {
    type: "api_key_invalid",
    error: "Your API key is missing or not valid. Send it as the Basic user name.",
  },
};

test.each(OF_KEYS)(
  "%s refuses a missing and a wrong key, whatever the request is",
  async (_, { method }, path) => {
    for (const key of [undefined, "wrong"]) {
      const response = await send(method, path, { key, ...(method !== "GET" && { body: "{" }) });

      expect(response.headers.get("WWW-Authenticate")).toMatch(/^Basic/);
      expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
      expect(await readResponse(response)).toEqual(WRONG_KEY);
    }
  },
);

const UNKNOWN = "019e6730-2200-7b52-9a3f-4a1c2b3d4e5f";

const PARAMETER = /(\w+)\/\{\w+\}/g;

/** A client of a case with one of everything that paths name, by the word before its place in a path. */
async function aClientOfEverything() {
  const client = await aClient();
  const caseId = client.theCase.id;
  const create = async (path: string, body: object) => (await client.post(path, body)).json();
  const host = `db-${caseId}`;
  const job = await aJobOn(host, { caseId, tags: ["db"], reports: 1 });
  await saveMachines([{ token: job.token, host, at: new Date(), userAgent: "curl/8" }]);
  const page = await aPage(caseId);
  const subscriber = { pageId: page.id, address: "ada@example.com", components: [], confirmedAt: new Date() };
  const news = { kind: "incident", pages: [page.slug], title: "Late", text: "We are looking." };
  const notice = await create("/v1/notices", news);
  const { updates } = await create(`/v1/notices/${notice.id}/updates`, {
    state: "identified",
    text: "A disk.",
  });
  const window = { starts_at: "2030-05-04T22:00Z", ends_at: "2030-05-05T02:00Z" };
  await saveCluster(caseId, host, [], new Date());
  const names: Record<string, string> = {
    snitches: job.token,
    runs: job.lastRunId ?? "",
    tags: "db",
    incidents: (await anIncident({ snitch: job })).id,
    pages: page.slug,
    subscribers: (await db.pageSubscriber.create({ data: subscriber })).id,
    notices: notice.id,
    updates: updates[1].id,
    badges: (await create("/v1/badges", { label: "Backups", subject: "case" })).id,
    machines: host,
    kubernetes: host,
    maintenance: (await create("/v1/maintenance", { name: "Upgrade", all: true, ...window })).id,
    channels: (await aWebhook({ caseId, url: "https://example.com/hook" })).id,
    api_keys: (await create("/v1/api_keys", { name: "CI" })).id,
  };
  /** Requests an operation about these. */
  const request = async ({ method, path, example }: Operation, about: Record<string, string>) => {
    const url = path.replaceAll(PARAMETER, (_, word: string) => `${word}/${about[word]}`);
    const response = await send(method, url, { key: client.key, body: example?.body });
    return [response.status, await response.text(), [...response.headers.keys()]];
  };
  return { names, request };
}

test("what is another case’s is as if it did not exist, in every operation, and stays as it was", async () => {
  const [mine, theirs] = [await aClientOfEverything(), await aClientOfEverything()];
  // A program that asks for a snitch by its slug or a cluster by its name gets one of its own case; a month and a kind of history are no one's.
  const others = ["ensureSnitch", "replaceCluster", "showReport", "exportRows"];
  const operations = OPERATIONS.filter(({ id, path }) => /^\/v1.*\{/.test(path) && !others.includes(id));
  const named = (name: string) => Object.fromEntries(Object.keys(mine.names).map((word) => [word, name]));
  const ask = async (operation: Operation, about: object) => [
    operation.id,
    ...(await mine.request(operation, { ...mine.names, ...about })),
  ];
  const show = () =>
    Promise.all(
      operations
        .filter(({ method }) => method === "GET")
        .map((operation) => theirs.request(operation, theirs.names)),
    );
  const before = await show();

  for (const operation of operations) {
    const { id, path } = operation;
    const unknown = [id, 404, expect.stringContaining('"resource_not_found"'), expect.anything()];
    for (const name of [UNKNOWN, "nonsense", "%00"])
      expect(await ask(operation, named(name))).toEqual(unknown);
    expect(await ask(operation, theirs.names)).toEqual(await ask(operation, named(UNKNOWN)));
    const [, below = ""] = /(runs|subscribers|updates)\/\{\w+\}$/.exec(path) ?? [];
    if (below === "") continue;
    expect(await ask(operation, { [below]: theirs.names[below] })).toEqual(unknown);
  }

  expect(await show()).toEqual(before);
  // Nested resources are deleted first.
  const removals = operations.filter(({ method }) => method === "DELETE");
  for (const operation of removals.sort((one, other) => other.path.length - one.path.length))
    expect([operation.id, ...(await theirs.request(operation, theirs.names))]).toEqual([
      operation.id,
      expect.toBeOneOf([200, 204]),
      expect.anything(),
      expect.anything(),
    ]);
});

test("a body over 1 MiB is refused, even without a Content-Length", async () => {
  const client = await aClient();
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024).fill(32)),
  });

  expect(await readResponse(send("POST", "/v1/snitches", { key: client.key, body }))).toEqual({
    status: 413,
    body: { type: "request_too_large", error: "The body of your request is larger than 1 MiB. Send less." },
  });
});

test("during maintenance the API refuses requests, except for its description", async () => {
  const client = await aClient();
  vi.spyOn(env, "MAINTENANCE", "get").mockReturnValue(true);

  expect(await readResponse(client.get("/v1/snitches"))).toEqual({
    status: 503,
    body: { type: "service_unavailable", error: "Maintenance is under way. Try again in a few minutes." },
  });
  expect((await client.get("/v1/openapi.json")).status).toBe(200);
  vi.restoreAllMocks();
});
