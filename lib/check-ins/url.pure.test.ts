import fc from "fast-check";
import { expect, test } from "vitest";
import { isToken, parseCheckInUrl } from "./url";

test.each([
  ["/c2354d53d2", "c2354d53d2", ""],
  ["/c2354d53d2?m=a?b&s=1", "c2354d53d2", "m=a?b&s=1"],
  ["/c2354d53d2/", "c2354d53d2", ""],
  ["//c2354d53d2", "c2354d53d2", ""],
  ["/c/c2354d53d2?", "c2354d53d2", ""],
  ["http://example.com/c2354d53d2?m=x", "c2354d53d2", "m=x"],
  ["http://example.com", "", ""],
  ["/%632354d53d2%0A", "c2354d53d2", ""],
  ["/c2354d53d2#top", "c2354d53d2", ""],
  ["/", "", ""],
  ["/?m=x", "", "m=x"],
  ["*", "*", ""],
  ["/%", "%", ""],
])("%s has the token “%s” and the query “%s”", (url, token, query) => {
  expect(parseCheckInUrl(url)).toEqual({ token, signal: null, query });
});

test("any URL is parsed, and a token contains only characters that Postgres can store", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.webUrl(), fc.webPath()), (url) => {
      const { token } = parseCheckInUrl(url);
      if (isToken(token)) expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
    }),
  );
});

test.each([
  ["/c2354d53d2/start", "c2354d53d2", "start"],
  ["/c2354d53d2/success?rid=1", "c2354d53d2", "success"],
  ["/c2354d53d2/fail/", "c2354d53d2", "fail"],
  ["/c2354d53d2//log", "c2354d53d2", "log"],
  ["/hooks/c2354d53d2/0", "c2354d53d2", "0"],
  ["/c2354d53d2/255", "c2354d53d2", "255"],
  ["/%632354d53d2/%73tart", "c2354d53d2", "start"],
  ["/c2354d53d2/256", "256", null],
  ["/c2354d53d2/Start", "Start", null],
  ["/c2354d53d2/-1", "-1", null],
  ["/start", "start", null],
  ["/0", "0", null],
  ["/c2354d53d2/start/c2354d53d2", "c2354d53d2", null],
])("%s has the token “%s” and the signal “%s”", (url, token, signal) => {
  expect(parseCheckInUrl(url)).toMatchObject({ token, signal });
});
