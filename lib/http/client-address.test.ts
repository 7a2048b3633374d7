import fc from "fast-check";
import { expect, test } from "vitest";
import { EnvError, readEnv } from "@/lib/platform/env";
import { clientAddress } from "./client-address";

const trusting = (proxies: string) => readEnv({ TRUSTED_PROXIES: proxies }).TRUSTED_PROXIES;

test.each([
  ["a direct connection", "203.0.113.7", "", "10.0.0.0/8", "203.0.113.7"],
  ["a stranger's claim", "203.0.113.7", "192.0.2.1", "10.0.0.0/8", "203.0.113.7"],
  ["a trusted proxy", "10.0.0.2", "203.0.113.7", "10.0.0.0/8", "203.0.113.7"],
  ["a claim before a trusted proxy", "10.0.0.2", "192.0.2.1, 203.0.113.7", "10.0.0.0/8", "203.0.113.7"],
  ["two trusted proxies", "::1", "203.0.113.7, 10.0.0.2", "10.0.0.0/8, ::1", "203.0.113.7"],
  ["nobody but proxies", "::1", "10.0.0.3, 10.0.0.2", "10.0.0.0/8, ::1", "10.0.0.3"],
  ["nonsense behind a proxy", "10.0.0.2", "unknown", "10.0.0.0/8", "10.0.0.2"],
  ["a proxy that adds ports", "10.0.0.2", "[2001:db8::7]:4711", "10.0.0.0/8", "2001:db8::7"],
  ["IPv4 by IPv6", "::ffff:203.0.113.7", "", "", "203.0.113.7"],
  ["trust of one address", "::ffff:10.0.0.2", "203.0.113.7:80", "10.0.0.2", "203.0.113.7"],
  ["no address at all", "", "203.0.113.7", "10.0.0.0/8", ""],
])("%s is understood", (_, peer, forwardedFor, proxies, address) => {
  expect(clientAddress(peer, forwardedFor, trusting(proxies))).toBe(address);
});

test("whatever a stranger forwards, the address is that of the connection", () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (peer, forwardedFor) => {
      expect(clientAddress(peer, forwardedFor, [])).toBe(peer);
    }),
  );
});

test("what is no range of addresses stops the start with one line", () => {
  expect(() => trusting("10.0.0.0/8, my-proxy")).toThrow(EnvError);
  expect(() => trusting("10.0.0.0/33")).toThrow(/^TRUSTED_PROXIES must be addresses or ranges.*$/);
});
