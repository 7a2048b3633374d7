import { afterEach, expect, test, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { aClient, basic, readResponse } from "@/testing/requests";
import { withCase } from "./with-case";

afterEach(() => vi.restoreAllMocks());

test("an internal error is logged once, and the response has its request id and no details", async () => {
  const { key } = await aClient();
  const logged = vi.spyOn(log, "error");
  const error = new Error("connection to 10.0.0.7 refused");
  const handle = withCase(async () => {
    throw error;
  });

  const request = new Request("http://localhost/v1", { headers: { Authorization: basic(key) } });
  const response = await handle(request, { params: Promise.resolve({}) });

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
