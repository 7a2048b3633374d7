import { expect, test } from "vitest";
import { listPrograms } from "@/scripts/programs";
import { routeByHost } from "./check-in-host";

const APP = "https://tattle.example";
const CHECK_IN = "https://check-in.example";

/** The path that a request is led to. */
function route(url: string, host: string | undefined, appUrl = APP, checkInUrl = CHECK_IN): string {
  const request = { url, headers: { host } };
  routeByHost(request, appUrl, checkInUrl);
  return request.url;
}

const ADDRESSES = [
  "http://localhost:4100",
  "http://127.0.0.1:4101",
  "http://[::1]:4102",
  "http://192.0.2.7:4103",
  "http://tattle.lan:4104",
  "https://tattle.example",
  "https://check-in.example:8443",
];
const PAIRS = ADDRESSES.flatMap((app) => ADDRESSES.map((checkIn) => [app, checkIn] as const));

test.each(PAIRS)(
  "with pages at %s and check-ins at %s, health, readiness and metrics answer on every host",
  (app, checkIn) => {
    for (const address of [...ADDRESSES, "http://other.example"])
      for (const path of ["/healthz", "/readyz", "/metrics", "/readyz?verbose", "/healthz/"])
        expect(route(path, new URL(address).host, app, checkIn), `${address}${path}`).toBe(path);
    const env = { PORT: new URL(app).port, CHECK_IN_PORT: new URL(checkIn).port, WORKER_PORT: "3002" };
    for (const HOST of [undefined, "127.0.0.1", "::1", "192.0.2.7"]) {
      const { host, pathname } = new URL(listPrograms({ ...env, HOST } as never, false)[0]?.healthUrl ?? "");
      expect(route(pathname, host, app, checkIn)).toBe("/healthz");
    }
  },
);

test.each([
  ["/c0ffee1234abcd56?m=a//b", "/c/c0ffee1234abcd56?m=a//b"],
  ["//c0ffee1234abcd56/start", "/c/c0ffee1234abcd56/start"],
  ["/ping/key/slug/fail", "/c/ping/key/slug/fail"],
  ["/", "/c/"],
  ["/sign-in", "/c/sign-in"],
  ["/_next/static/a.js", "/c/_next/static/a.js"],
  ["/healthzz", "/c/healthzz"],
  ["/../healthz", "/c/healthz"],
  ["/..", "/c/"],
  ["/a/../../v1/snitches?x=.", "/c/v1/snitches?x=."],
  ["/a\\..\\..\\v1", "/c/v1"],
  ["/%2e%2E/v1", "/c/v1"],
  ["//[/..", "/c/"],
])("on a host for check-ins alone, %s is %s", (url, expected) => {
  for (const host of ["check-in.example", "CHECK-IN.example", "check-in.example:443"])
    expect(route(url, host)).toBe(expected);
});

test.each([
  "tattle.example",
  "x.check-in.example",
  "check-in.example.evil.test",
  "127.0.0.1:3001",
  "",
  undefined,
  "[",
  "a b",
])("%s is not a host for check-ins alone", (host) => expect(route("/sign-in", host)).toBe("/sign-in"));

test("the host of pages is none, at any port", () => {
  expect(route("/sign-in", "tattle.example", APP, `${APP}/c`)).toBe("/sign-in");
  expect(route("/sign-in", "localhost:3001", "http://localhost:3000", "http://localhost:3001")).toBe(
    "/sign-in",
  );
});

test("an address without a name is one at its port only: a proxy may ask for pages by the same address", () => {
  for (const address of ["127.0.0.1", "localhost", "[::1]", "192.0.2.7"]) {
    expect(route("/sign-in", `${address}:3000`, APP, `http://${address}:3001`)).toBe("/sign-in");
    expect(route("/token", `${address}:3001`, APP, `http://${address}:3001`)).toBe("/c/token");
    expect(route("/token", address, APP, `http://${address}`)).toBe("/c/token");
  }
});
