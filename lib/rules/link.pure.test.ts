import fc from "fast-check";
import { expect, test } from "vitest";
import { linkProblem } from "./link";

const NO_URL = "must be a URL with http:// or https://";

test.each([
  "https://wiki.example.com/backup",
  "http://10.0.0.7:8080/?q=a%20b#c",
  "HTTPS://Example.com/Größe/(x)|y",
])("%s leads people somewhere", (url) => {
  expect(linkProblem(url)).toBeNull();
});

test.each([
  ["wiki.example.com", NO_URL],
  ["javascript:alert(1)", NO_URL],
  ["java\nscript:alert(1)", NO_URL],
  ["data:text/html,<script>", NO_URL],
  ["https:/one.slash", NO_URL],
  ["//example.com", NO_URL],
  ["https://", NO_URL],
  ["https://example.com/a b", NO_URL],
  ["https://example.com/\nBcc: a@b.c", NO_URL],
  ["https://example.com/\u001b[31m", NO_URL],
  ["https://example.com/\u202ecod.exe", NO_URL],
  ["https://example.com\\@evil.test", NO_URL],
  ['https://example.com/"onload=', NO_URL],
  ["https://example.com/<b>", NO_URL],
  ["https://example.com@evil.test/", "can't have a user name or a password: alerts show it"],
  ["https://ann:secret@example.com/", "can't have a user name or a password: alerts show it"],
  [`https://example.com/${"x".repeat(1_981)}`, "is too long (maximum is 2,000 characters)"],
])("%j is refused", (url, problem) => {
  expect(linkProblem(url)).toBe(problem);
});

test("whatever is accepted is led to by HTTP alone, and has no character that a browser would skip", () => {
  const text = fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string({ unit: "binary" }));
  fc.assert(
    fc.property(fc.constantFrom("", "https://a.test/", "javascript:"), text, (start, rest) => {
      const url = start + rest;
      if (linkProblem(url) !== null) return;
      expect(new URL(url).protocol).toMatch(/^https?:$/);
      expect(url).toBe(url.replace(/\p{C}|\s/gu, ""));
    }),
  );
});
