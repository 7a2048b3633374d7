import { expect, test } from "vitest";
import { findEnough } from "./api-key-access";
import { generateKey, isKey } from "./api-key-form";

test("one of our keys begins with tattle_, has 22 random characters and 6 of a checksum, and none has its form by chance", () => {
  const keys = Array.from({ length: 100 }, () => generateKey("tattle", "full"));

  expect(new Set(keys).size).toBe(100);
  for (const key of keys) {
    expect(key).toMatch(/^tattle_[\dA-Za-z]{28}$/);
    expect(isKey("tattle", key)).toBe(true);
    expect(isKey("tattle", `${key}0`)).toBe(false);
    expect(isKey("tattle", key.toLowerCase())).toBe(false);
    expect(isKey("healthchecks", key)).toBe(false);
  }
});

test("the checksum is the CRC-32 of the random characters in base 62, as scanners compute it", () => {
  // Computed with Python: zlib.crc32(b"0123456789ABCDEFGHIJKL") is 739329066.
  expect(isKey("tattle", "tattle_0123456789ABCDEFGHIJKL0o29GM")).toBe(true);
  expect(isKey("tattle", "tattle_0123456789ABCDEFGHIJKL0o29Gm")).toBe(false);
});

test.each([
  ["full", [], null],
  ["full", ["read"], "read"],
  ["full", ["read", "acknowledge"], "acknowledge"],
  ["full", ["report"], "ping"],
  ["full", ["plan", "read"], "plan"],
  ["full", ["read", "report"], null],
  ["full", ["change"], null],
  ["acknowledge", ["read"], "read"],
  ["read", ["read"], null],
  ["ping", ["report"], null],
] as const)(
  "for a key with the access %s that was used for %j, %s would be enough",
  (access, uses, enough) => {
    expect(findEnough(access, [...uses])).toBe(enough);
  },
);
