import { afterEach, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { buildDsn, isCurrentKey } from "./dsn";

const before = { ...env };
afterEach(() => void Object.assign(env, before));

const acme = { id: "019cd72e-9a00-7000-8000-000000000001", dsnVersion: 1, number: 7 };
const keyIn = (dsn: string) => new URL(dsn).username;

test.each([
  ["http://localhost:3001", /^http:\/\/[\da-f]{32}@localhost:3001\/7$/],
  ["https://checkin.example.com/", /^https:\/\/[\da-f]{32}@checkin\.example\.com\/7$/],
  ["https://tattle.example.com/c", /^https:\/\/[\da-f]{32}@tattle\.example\.com\/c\/7$/],
])("the DSN of check-ins at %s is one that clients accept", (url, form) => {
  env.CHECK_IN_URL = url;
  expect(buildDsn(acme)).toMatch(form);
});

test("the key differs by case, by version and by secret, and only the current one is right", () => {
  const key = keyIn(buildDsn(acme));
  expect(isCurrentKey(key, acme)).toBe(true);
  expect(isCurrentKey(key.toUpperCase(), acme)).toBe(false);
  expect(isCurrentKey("", acme)).toBe(false);
  expect(isCurrentKey("é".repeat(16), acme)).toBe(false);
  expect(isCurrentKey(key, { ...acme, dsnVersion: 2 })).toBe(false);
  expect(isCurrentKey(key, { ...acme, id: "019cd72e-9a00-7000-8000-000000000002" })).toBe(false);
  const secret = env.AUTH_SECRET;
  env.AUTH_SECRET = "another-secret-of-at-least-32-characters";
  expect(isCurrentKey(key, acme)).toBe(false);
  env.AUTH_SECRET_PREVIOUS = secret;
  expect(isCurrentKey(key, acme)).toBe(true);
  expect(keyIn(buildDsn(acme))).not.toBe(key);
});
