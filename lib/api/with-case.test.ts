import { afterEach, expect, test, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { aClient, basic, seen } from "@/lib/testing/requests";
import { withCase } from "./with-case";

afterEach(() => vi.restoreAllMocks());

test("a fault of ours is logged once, and tells the caller its request id and nothing of the inside", async () => {
  const { key } = await aClient();
  const logged = vi.spyOn(log, "error");
  const fault = new Error("connection to 10.0.0.7 refused");
  const handle = withCase(async () => {
    throw fault;
  });

  const request = new Request("http://localhost/v1", { headers: { Authorization: basic(key) } });
  const answer = await handle(request, { params: Promise.resolve({}) });

  const requestId = answer.headers.get("X-Request-Id");
  expect(requestId).toMatch(/^[\da-f-]{36}$/);
  expect(await seen(answer)).toEqual({
    status: 500,
    body: {
      type: "internal_server_error",
      error: "Something went wrong on our side. Try again; if it goes on, tell us the request id.",
      request_id: requestId,
    },
  });
  expect(logged.mock.calls).toEqual([[{ err: fault, requestId }, "a request failed"]]);
});

test("a key is noted as used, once in a minute", async () => {
  const client = await aClient();
  const usedAt = async () => (await db.apiKey.findUniqueOrThrow({ where: { id: client.keyId } })).lastUsedAt;
  expect(await usedAt()).toBeNull();

  await client.get("/v1/snitches");
  const first = await usedAt();
  await client.get("/v1/snitches");

  expect(first).not.toBeNull();
  expect(await usedAt()).toEqual(first);
});
