import fc from "fast-check";
import { expect, test } from "vitest";
import { normalizeRequest } from "./normalize-url";

test.each([
  ["GET", "/v1/snitches?tags=%ZZ", "GET", "/v1/snitches?tags=%ZZ"],
  ["GET", "/v1/snitches/a%20b", "GET", "/v1/snitches/a%20b"],
  ["GET", "/v1/snitches/%ZZ?a=%20", "GET", "/v1/snitches/%25ZZ?a=%20"],
  ["DELETE", "/v1/snitches/a/tags/%ff%20", "DELETE", "/v1/snitches/a/tags/%25ff%2520"],
  ["POST", "//v1/snitches?a=b", "POST", "/v1/snitches?a=b"],
  ["POST", "/v1/snitches//pause", "POST", "/v1"],
  ["GET", "/v1//snitches?tags=a//b", "GET", "/v1/snitches?tags=a//b"],
  ["GET", "//v1///snitches/", "GET", "/v1/snitches/"],
  ["GET", "/v1//openapi.json", "GET", "/v1/openapi.json"],
  ["PATCH", "/v1/snitches//0123456789abcdef", "PATCH", "/v1/snitches/0123456789abcdef"],
  ["POST", "/v1//snitches//0123456789abcdef//pause", "POST", "/v1/snitches/0123456789abcdef/pause"],
  ["DELETE", "/v1/snitches/0123456789abcdef//tags/a", "DELETE", "/v1/snitches/0123456789abcdef/tags/a"],
  ["DELETE", "/v1/snitches/0123456789abcdef/tags//", "DELETE", "/v1"],
  ["DELETE", "/v1/snitches/0123456789abcdef//tags//", "DELETE", "/v1"],
  ["DELETE", "/v1/snitches/0123456789abcdef/tags//a", "DELETE", "/v1"],
  ["DELETE", "/v1/snitches/0123456789abcdef//", "DELETE", "/v1"],
  ["DELETE", "/v1/snitches/0123456789abcdef//..", "DELETE", "/v1"],
  ["DELETE", "/v1/snitches//tags/a", "DELETE", "/v1"],
  ["DELETE", "/v1/snitches//", "DELETE", "/v1"],
  ["DELETE", "/v1/snitches/..//tags", "DELETE", "/v1"],
  ["GET", "/v1//", "GET", "/v1"],
  ["GET", "/v1//docs", "GET", "/v1"],
  ["GET", "/v1/snitches/?tags=a//b", "GET", "/v1/snitches/?tags=a//b"],
  ["DELETE", "/v1/snitches/a/tags/..", "DELETE", "/v1"],
  ["DELETE", "/v1/snitches/a/tags/%2E%2e?x=1", "DELETE", "/v1?x=1"],
  ["DELETE", "/v1/snitches/a/tags/.%2e/", "DELETE", "/v1"],
  ["POST", "/v1/snitches/./a/pause", "POST", "/v1"],
  ["DELETE", "/v1/snitches/a/tags/v1..2", "DELETE", "/v1/snitches/a/tags/v1..2"],
  ["DELETE", "/v1/snitches/a/tags/...", "DELETE", "/v1/snitches/a/tags/..."],
  ["GET", "/c//0123?m=a//b", "GET", "/c/0123?m=a//b"],
  ["HEAD", "//c/0123/", "HEAD", "/c/0123/"],
  ["GET", "http://other.example/c/0123?s=1", "GET", "/c/0123?s=1"],
  ["GET", "https://other.example/v1/snitches", "GET", "/v1/snitches"],
  ["GET", "//elsewhere", "GET", "//elsewhere"],
  ["TRACE", "/v1/snitches", "PUT", "/v1/snitches"],
  ["PROPFIND", "*", "PUT", "*"],
])("%s %s reaches a route as %s %s", (method, url, routedMethod, routedUrl) => {
  const request = { method, url };

  normalizeRequest(request);

  expect(request).toEqual({ method: routedMethod, url: routedUrl });
});

test("extra slashes never turn a path with an empty token or tag into the deletion of a snitch or a tag", () => {
  const segment = fc.constantFrom("snitches", "0123456789abcdef", "tags", "pause", "a", "", "", ".", "%2e.");
  const path = fc.array(segment, { maxLength: 8 }).map((segments) => `/v1/${segments.join("/")}`);
  fc.assert(
    fc.property(path, (url) => {
      const request = { method: "DELETE", url };
      normalizeRequest(request);
      if (/^\/v1\/snitches\/[^/]+\/?$/.test(request.url))
        expect(url).toMatch(/^\/v1\/+snitches\/(\/*0123456789abcdef|[^/.%]+)\/?$/);
      if (/^\/v1\/snitches\/[^/]+\/tags\/[^/]+\/?$/.test(request.url))
        expect(url).toMatch(/^\/v1\/+snitches\/(\/*0123456789abcdef|[^/.%]+)\/+tags\/[^/.%]+\/?$/);
    }),
    { numRuns: 20_000 },
  );
});
