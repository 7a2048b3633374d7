import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { aClient, seen } from "@/lib/testing/requests";
import { countRequest, openApiLimiter } from "./rate";

const now = new Date();

const redisUrl = process.env.TEST_REDIS_URL;

test.each([
  ["Postgres", undefined],
  ["Redis", redisUrl],
])("processes count a key's requests together on %s", async (store, url) => {
  if (store === "Redis" && !url) return;
  const [here, there] = [openApiLimiter(3, url).consume, openApiLimiter(3, url).consume];
  // Until its Redis is there, each counts for itself.
  await vi.waitFor(async () => {
    const probe = randomUUID();
    await here(probe, now);
    expect(await there(probe, now)).toMatchObject({ remaining: 1 });
  });
  const key = randomUUID();

  expect(await here(key, now)).toMatchObject({ limit: 3, remaining: 2, isExceeded: false });
  expect(await there(key, now)).toMatchObject({ remaining: 1, isExceeded: false });
  expect(await here(key, now)).toMatchObject({ remaining: 0, isExceeded: false });
  expect(await there(key, now)).toMatchObject({ remaining: 0, isExceeded: true });
  expect(await here(randomUUID(), now)).toMatchObject({ isExceeded: false });
});

test("while its store is away, a process counts for itself", async () => {
  const { consume } = openApiLimiter(1, "redis://127.0.0.1:1");
  const key = randomUUID();

  expect(await consume(key, now)).toMatchObject({ remaining: 0, isExceeded: false });
  expect(await consume(key, now)).toMatchObject({ remaining: 0, isExceeded: true });
});

test("requests beyond the allowance are not written down", async () => {
  const { consume } = openApiLimiter(2);
  const key = randomUUID();

  await Promise.all(Array.from({ length: 2 }, () => consume(key, now)));
  const beyond = await Promise.all(Array.from({ length: 50 }, () => consume(key, now)));

  expect(beyond.every(({ isExceeded }) => isExceeded)).toBe(true);
  expect(await db.rateLimit.findUnique({ where: { key: `tattle:api:${key}` } })).toMatchObject({ points: 2 });
});

test("every answer says what is left, and beyond it how long to wait", async () => {
  const client = await aClient();
  const headersOf = async () => (await client.get("/v1/snitches")).headers;

  const headers = await headersOf();
  expect(headers.get("X-RateLimit-Limit")).toBe("300");
  expect(headers.get("X-RateLimit-Remaining")).toBe("299");
  const resetsInSeconds = Number(headers.get("X-RateLimit-Reset")) - Date.now() / 1000;
  expect(resetsInSeconds).toBeGreaterThan(50);
  expect(resetsInSeconds).toBeLessThan(62);

  for (let i = 1; i < env.API_RATE_PER_MINUTE; i++) await countRequest(client.keyId, new Date());
  const answer = await client.post("/v1/snitches", "{");

  const wait = answer.headers.get("Retry-After");
  expect(Number(wait)).toBeGreaterThan(0);
  expect(Number(wait)).toBeLessThan(62);
  expect(answer.headers.get("X-RateLimit-Remaining")).toBe("0");
  expect(await seen(answer)).toEqual({
    status: 429,
    body: { type: "rate_limited", error: `Too many requests. Try again in ${wait} seconds.` },
  });
});

test("refusals say what is left as well", async () => {
  const client = await aClient();

  expect((await client.get("/v1/snitches/nope")).headers.get("X-RateLimit-Remaining")).toBe("299");
});
