import { expect, test } from "vitest";
import { routeByOrigin } from "./foreign-origin";

const APP = "https://tattle.example";

function route(method: string, url: string, given: Record<string, string>) {
  const request = { method, url, headers: { host: "tattle.example", "next-action": "a1", ...given } };
  routeByOrigin(request, APP);
  return request;
}

test.each([
  ["another site", { origin: "https://evil.test" }],
  ["a page without an origin", { origin: "null" }],
  ["a site whose name begins like ours", { origin: "https://tattle.example.evil.test" }],
  ["another port", { origin: "https://tattle.example:8443" }],
  ["an origin that is no URL", { origin: "https://tattle.example:3000.evil.test" }],
  ["an empty origin", { origin: "" }],
  ["another site, behind a proxy", { origin: "https://evil.test", "x-forwarded-host": "tattle.example" }],
])("a request of %s is refused, and its action is not run", (_, headers) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const { url, headers: changed } = route(method, "/0195/settings?tab=1", headers);
    expect(url).toBe("/foreign-origin");
    expect(changed).not.toHaveProperty("next-action");
  }
});

test.each([
  ["the public address", { origin: APP, host: "127.0.0.1:3000" }, "tattle.example"],
  ["the address in Host", { origin: "http://192.0.2.7:3000", host: "192.0.2.7:3000" }, "192.0.2.7:3000"],
  [
    "the address that a proxy names",
    { origin: "https://t.example", "x-forwarded-host": "t.example" },
    "t.example",
  ],
  [
    "our own address, although a proxy names another",
    { origin: APP, "x-forwarded-host": "internal:3000" },
    "tattle.example",
  ],
])("a request of %s is ours, and Next.js sees it as such", (_, headers, host) => {
  expect(route("POST", "/0195/settings", headers)).toMatchObject({
    url: "/0195/settings",
    headers: { "x-forwarded-host": host, "next-action": "a1" },
  });
});

test.each([
  ["GET", "/sign-in"],
  ["HEAD", "/"],
  ["OPTIONS", "/anything"],
  ["POST", "/v1/snitches"],
  ["POST", "/c/c0ffee1234abcd56?m=hello"],
  ["POST", "/api/auth/callback/credentials"],
  ["POST", "/unsubscribe/a-token"],
])("%s %s may come from any origin", (method, path) => {
  for (const origin of ["https://evil.test", "null"]) expect(route(method, path, { origin }).url).toBe(path);
});

test.each(["/v10", "/contact", "/pinger", "/apis", "/unsubscribed", "/"])(
  "%s only begins like an open path",
  (path) => expect(route("POST", path, { origin: "https://evil.test" }).url).toBe("/foreign-origin"),
);

test("a request without an origin does not come from a browser’s page, and passes", () => {
  expect(route("POST", "/0195/settings", {}).url).toBe("/0195/settings");
});

test("the form of a page that sends no origin passes, and that of another site does not", () => {
  const path = "/i/answer/a-token";
  expect(route("POST", path, { origin: "null" }).url).toBe(path);
  expect(route("POST", path, { origin: APP }).url).toBe(path);
  for (const origin of ["https://evil.test", ""])
    expect(route("POST", path, { origin }).url).toBe("/foreign-origin");
  for (const other of ["/i", "/incidents", "/0195/i/answer/a-token", "/x?/i/a"])
    expect(route("POST", other, { origin: "null" }).url).toBe("/foreign-origin");
});
