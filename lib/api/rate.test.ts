import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { eventually } from "@/testing/eventually";
import { aClient, readResponse } from "@/testing/requests";
import { countRequest, openApiLimiter } from "./rate";

const now = new Date();

const redisUrl = process.env.TEST_REDIS_URL;

test.each([
  ["Postgres", undefined],
  ["Redis", redisUrl],
])("processes share the count of a key's requests on %s", async (store, url) => {
  if (store === "Redis" && !url) return;
  const [countHere, countElsewhere] = [openApiLimiter(3, url).consume, openApiLimiter(3, url).consume];
  // Each process counts on its own until it is connected to Redis.
  await eventually(async () => {
    const probe = randomUUID();
    await countHere(probe, now);
    expect(await countElsewhere(probe, now)).toMatchObject({ remaining: 1 });
  });
  const key = randomUUID();

  expect(await countHere(key, now)).toMatchObject({ limit: 3, remaining: 2, isExceeded: false });
  expect(await countElsewhere(key, now)).toMatchObject({ remaining: 1, isExceeded: false });
  expect(await countHere(key, now)).toMatchObject({ remaining: 0, isExceeded: false });
  expect(await countElsewhere(key, now)).toMatchObject({ remaining: 0, isExceeded: true });
  expect(await countHere(randomUUID(), now)).toMatchObject({ isExceeded: false });
});

test("while the store is unavailable, a process counts on its own", async () => {
  const { consume } = openApiLimiter(1, "redis://127.0.0.1:1");
  const key = randomUUID();

  expect(await consume(key, now)).toMatchObject({ remaining: 0, isExceeded: false });
  expect(await consume(key, now)).toMatchObject({ remaining: 0, isExceeded: true });
});

test("requests beyond the limit are not saved", async () => {
  const { consume } = openApiLimiter(2);
  const key = randomUUID();

  await Promise.all(Array.from({ length: 2 }, () => consume(key, now)));
  const refused = await Promise.all(Array.from({ length: 50 }, () => consume(key, now)));

  expect(refused.every(({ isExceeded }) => isExceeded)).toBe(true);
  expect(await db.rateLimit.findUnique({ where: { key: `tattle:api:${key}` } })).toMatchObject({ points: 2 });
});

test("every response has the remaining requests, and a refusal the seconds to wait", async () => {
  const client = await aClient();
  const requestHeaders = async () => (await client.get("/v1/snitches")).headers;

  const before = Date.now() / 1_000;
  const headers = await requestHeaders();
  expect(headers.get("X-RateLimit-Limit")).toBe("300");
  expect(headers.get("X-RateLimit-Remaining")).toBe("299");
  const resetsAt = Number(headers.get("X-RateLimit-Reset"));
  expect(resetsAt).toBeGreaterThanOrEqual(Math.floor(before) + 60);
  expect(resetsAt).toBeLessThanOrEqual(Date.now() / 1_000 + 61);

  for (let i = 1; i < env.API_RATE_PER_MINUTE; i++) await countRequest(client.keyId, new Date());
  const response = await client.post("/v1/snitches", "{");

  const wait = response.headers.get("Retry-After");
  expect(Number(wait)).toBeGreaterThan(0);
  expect(Number(wait)).toBeLessThan(62);
  expect(response.headers.get("X-RateLimit-Remaining")).toBe("0");
  expect(await readResponse(response)).toEqual({
    status: 429,
    body: { type: "rate_limited", error: `Too many requests. Try again in ${wait} seconds.` },
  });
});

test("refusals have the remaining requests, too", async () => {
  const client = await aClient();

  expect((await client.get("/v1/snitches/nope")).headers.get("X-RateLimit-Remaining")).toBe("299");
});
