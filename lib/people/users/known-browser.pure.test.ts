import { expect, test } from "vitest";
import { encrypt } from "@/lib/platform/encrypt";
import { newBrowserToken, parseBrowserId } from "./known-browser";

test("a browser is known to the account that it signed in to, and to no other", () => {
  const token = newBrowserToken("ada@example.com");

  expect(parseBrowserId(token, "ada@example.com")).toMatch(/^[\da-f-]{36}$/);
  expect(parseBrowserId(token, "bob@example.com")).toBeNull();
  expect(parseBrowserId(newBrowserToken("ada@example.com"), "ada@example.com")).not.toBe(
    parseBrowserId(token, "ada@example.com"),
  );
});

test.each([
  ["nothing", ""],
  ["an invented token", "encrypted:1:AAAA"],
  ["another encrypted text", encrypt("https://example.com/")],
  ["a damaged token", `${newBrowserToken("ada@example.com").slice(0, -4)}AAAA`],
])("%s makes no browser known", (_, token) => {
  expect(parseBrowserId(token, "ada@example.com")).toBeNull();
});
