import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { refuseForgedHeaders } from "./proxy-headers";

beforeAll(() => {
  env.AUTH_PROXY_USER_HEADER = "x-forwarded-email";
  env.AUTH_PROXY_GROUPS_HEADER = "x-forwarded-groups";
  env.TRUSTED_PROXIES = [ipaddr.parseCIDR("10.0.0.0/8")];
});
afterAll(() => {
  env.AUTH_PROXY_USER_HEADER = undefined;
  env.AUTH_PROXY_GROUPS_HEADER = undefined;
  env.TRUSTED_PROXIES = [];
});

/** What is left of a request after the hook. */
function pass(url: string, peer: string, given: Record<string, string>) {
  const headers: Record<string, string> = { host: "localhost:3000", ...given };
  const request = { url, headers, socket: { remoteAddress: peer } } as unknown as IncomingMessage;
  refuseForgedHeaders({ request, response: undefined as never, server: undefined as never });
  const { host: _, ...left } = headers;
  return { url: request.url, headers: left };
}

const ADA = { "x-forwarded-email": "ada@example.com" };
const OPS = { "x-forwarded-groups": "ops" };
const REFUSED = { url: "/forged-header", headers: {} };

test.each(["10.1.2.3", "::ffff:10.1.2.3"])("the proxy at %s is believed", (peer) => {
  expect(pass("/a", peer, { ...ADA, ...OPS })).toEqual({ url: "/a", headers: { ...ADA, ...OPS } });
});

test.each([
  ["a stranger", "203.0.113.7", ADA],
  ["a stranger who names a proxy", "203.0.113.7", { ...ADA, "x-forwarded-for": "10.1.2.3" }],
  ["this machine, if it is not named", "127.0.0.1", ADA],
  ["a connection without an address", "", ADA],
  ["a stranger, with groups alone", "203.0.113.7", OPS],
  ["a stranger, with an empty header", "203.0.113.7", { "x-forwarded-email": "" }],
])("a header from %s is refused", (_, peer, given) => {
  const { url, headers } = pass("/a", peer, given as Record<string, string>);
  expect([url, Object.keys(headers).filter((name) => name !== "x-forwarded-for")]).toEqual([REFUSED.url, []]);
});

test("a server action with such a header is no longer found by its id", () => {
  expect(pass("/a", "203.0.113.7", { ...ADA, "next-action": "abc" })).toEqual(REFUSED);
});

test.each([
  "/v1/snitches",
  "/v1",
  "/c/0123456789abcdef",
  "/ping/0123456789abcdef",
  "/p/a/b",
  "/heartbeats/a",
  "/api/push/token",
  "/api/v1/endpoints/a_b/external",
  "/api/mail/resend",
  "/b/a.svg",
  "/badge/a",
  "/unsubscribe/a",
  "/metrics",
  "/healthz?x",
  "/cli/tattle.mjs",
  "/.well-known/tattle",
])("programs at %s are never read by it, wherever they are", (url) => {
  for (const peer of ["10.1.2.3", "203.0.113.7"])
    expect(pass(url, peer, { ...ADA, ...OPS })).toEqual({ url, headers: {} });
});

test.each([
  "/api/auth/session",
  "/api//auth/session",
  "/apis",
  "/check",
  "/clip",
  "/xwell-known/tattle",
  "/0190a0a0-0000-7000-8000-000000000001",
])("%s is for people", (url) => expect(pass(url, "203.0.113.7", ADA)).toEqual(REFUSED));

test("without a proxy that signs in, a header of that name is one like any other", () => {
  env.AUTH_PROXY_USER_HEADER = undefined;
  env.AUTH_PROXY_GROUPS_HEADER = undefined;
  expect(pass("/a", "203.0.113.7", ADA)).toEqual({ url: "/a", headers: ADA });
});
