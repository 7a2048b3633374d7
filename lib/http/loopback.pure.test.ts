import { expect, test } from "vitest";
import { readEnv } from "@/lib/platform/env";
import { isFromLoopback } from "./loopback";

type Given = {
  peer?: string;
  headers?: Record<string, string>;
  httpVersion?: string;
  appUrl?: string;
  proxies?: string;
};

function isLocal({ peer = "127.0.0.1", headers = {}, httpVersion = "1.1", appUrl, proxies = "" }: Given) {
  const { TRUSTED_PROXIES: trusted, APP_URL } = readEnv({ TRUSTED_PROXIES: proxies, APP_URL: appUrl });
  return isFromLoopback(
    { peer, headers: { host: "localhost:3000", ...headers }, httpVersion },
    { appUrl: APP_URL, trusted },
  );
}

test.each<[string, Given]>([
  ["a browser on this machine", {}],
  ["one that connects by IPv6", { peer: "::1", headers: { host: "[::1]:3000" } }],
  ["one that connects by IPv4 in IPv6", { peer: "::ffff:127.0.0.1", headers: { host: "127.0.0.1:3000" } }],
  [
    "one behind a trusted proxy on this machine",
    { proxies: "127.0.0.1", headers: { "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "http" } },
  ],
])("%s is on loopback", (_, given) => expect(isLocal(given)).toBe(true));

test.each<[string, Given]>([
  ["a client in the network", { peer: "192.168.1.7" }],
  [
    "a client that says it is forwarded",
    { peer: "203.0.113.7", headers: { "x-forwarded-for": "127.0.0.1" } },
  ],
  ["a client behind a proxy that is not trusted", { headers: { "x-forwarded-for": "127.0.0.1" } }],
  ["a client behind a proxy that gives only its name", { headers: { via: "1.1 proxy" } }],
  [
    "a client behind a trusted proxy",
    { proxies: "127.0.0.1", headers: { "x-forwarded-for": "203.0.113.7" } },
  ],
  [
    "a client behind a trusted proxy, with an address that it made up",
    { proxies: "127.0.0.1", headers: { "x-forwarded-for": "127.0.0.1, 203.0.113.7" } },
  ],
  [
    "a client whose address a trusted proxy hides",
    { proxies: "127.0.0.1", headers: { "x-forwarded-for": "unknown" } },
  ],
  [
    "a client that a trusted proxy names in another header",
    { proxies: "127.0.0.1", headers: { "x-forwarded-for": "127.0.0.1", "x-real-ip": "203.0.113.7" } },
  ],
  ["a client behind a trusted proxy that says nothing of it", { proxies: "127.0.0.1", httpVersion: "1.0" }],
  ["a client behind nginx without settings", { httpVersion: "1.0", headers: { host: "127.0.0.1:3000" } }],
  ["a client behind a proxy, of an installation with a public address", { appUrl: "https://tattle.example" }],
  ["a website whose name was pointed to this machine", { headers: { host: "evil.test" } }],
  ["a client without an address", { peer: "" }],
])("%s is not on loopback", (_, given) => expect(isLocal(given)).toBe(false));
