import { afterEach, expect, test, vi } from "vitest";
import { db, pool } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { aManagementClient } from "@/testing/management-client";
import { aClient, basic, readResponse } from "@/testing/requests";
import { errorResponse } from "./response";
import { withCase } from "./with-case";

/** The connections of this process's pool. */
const CONNECTIONS = 10;

afterEach(() => vi.restoreAllMocks());

test("an internal error is logged once, and the response has its request id and no details", async () => {
  const { key } = await aClient();
  const logged = vi.spyOn(log, "error");
  const error = new Error("connection to 10.0.0.7 refused");
  const handle = withCase(async () => {
    throw error;
  });

  const request = new Request("http://localhost/v1", { headers: { Authorization: basic(key) } });
  const response = await handle(request, { params: Promise.resolve({} as never) });

  const requestId = response.headers.get("X-Request-Id");
  expect(requestId).toMatch(/^[\da-f-]{36}$/);
  expect(await readResponse(response)).toEqual({
    status: 500,
    body: {
      type: "internal_server_error",
      error: "Something went wrong on our side. Try again; if it keeps happening, send us the request id.",
      request_id: requestId,
    },
  });
  expect(logged.mock.calls).toEqual([[{ err: error, requestId }, "request failed"]]);
});

test("the time of a key's last use is saved once a minute", async () => {
  const client = await aClient();
  const usedAt = async () => (await db.apiKey.findUniqueOrThrow({ where: { id: client.keyId } })).lastUsedAt;
  expect(await usedAt()).toBeNull();

  await client.get("/v1/snitches");
  const first = await usedAt();
  await client.get("/v1/snitches");

  expect(first).not.toBeNull();
  expect(await usedAt()).toEqual(first);
});

test("a request that gets no connection in time is asked to come again, in the API and in that of Healthchecks", async () => {
  const [client, healthchecks] = [await aClient(), await aManagementClient()];
  const holders = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()));
  try {
    const inTransaction = db.$transaction(async () => {});
    expect(errorResponse(await inTransaction.catch((error) => error)).status).toBe(503);
    const [ours, theirs] = await Promise.all([
      client.get("/v1/snitches"),
      healthchecks.answer("GET", "/v3/checks/"),
    ]);
    expect([ours.status, ours.headers.get("Retry-After"), theirs.status]).toEqual([503, "60", 503]);
  } finally {
    for (const holder of holders) holder.release();
  }
  expect((await client.get("/v1/snitches")).status).toBe(200);
});
