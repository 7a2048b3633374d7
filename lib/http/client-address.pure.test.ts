import fc from "fast-check";
import { expect, test } from "vitest";
import { readEnv } from "@/lib/platform/env";
import { EnvError } from "@/lib/platform/env-error";
import { clientAddress, untrustedProxy } from "./client-address";

const parseRanges = (proxies: string) => readEnv({ TRUSTED_PROXIES: proxies }).TRUSTED_PROXIES;

test.each([
  ["a direct connection", "203.0.113.7", "", "10.0.0.0/8", "203.0.113.7"],
  ["a forged header", "203.0.113.7", "192.0.2.1", "10.0.0.0/8", "203.0.113.7"],
  ["a trusted proxy", "10.0.0.2", "203.0.113.7", "10.0.0.0/8", "203.0.113.7"],
  [
    "a forged entry before a trusted proxy's",
    "10.0.0.2",
    "192.0.2.1, 203.0.113.7",
    "10.0.0.0/8",
    "203.0.113.7",
  ],
  ["two trusted proxies", "::1", "203.0.113.7, 10.0.0.2", "10.0.0.0/8, ::1", "203.0.113.7"],
  ["only trusted proxies", "::1", "10.0.0.3, 10.0.0.2", "10.0.0.0/8, ::1", "10.0.0.3"],
  ["an invalid entry from a proxy", "10.0.0.2", "unknown", "10.0.0.0/8", "10.0.0.2"],
  ["a proxy that adds ports", "10.0.0.2", "[2001:db8::7]:4711", "10.0.0.0/8", "2001:db8::7"],
  ["IPv4 mapped to IPv6", "::ffff:203.0.113.7", "", "", "203.0.113.7"],
  ["a single trusted address", "::ffff:10.0.0.2", "203.0.113.7:80", "10.0.0.2", "203.0.113.7"],
  ["no address at all", "", "203.0.113.7", "10.0.0.0/8", ""],
])("finds the client's address: %s", (_, peer, forwardedFor, proxies, address) => {
  expect(clientAddress(peer, forwardedFor, parseRanges(proxies))).toBe(address);
});

test("without trusted proxies, the address is that of the connection, whatever the header says", () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (peer, forwardedFor) => {
      expect(clientAddress(peer, forwardedFor, [])).toBe(peer);
    }),
  );
});

test.each([
  ["a proxy in a private network", "10.0.0.2", "203.0.113.7", "", "10.0.0.2"],
  ["a proxy on this machine", "::ffff:127.0.0.1", "203.0.113.7", "192.168.0.0/16", "127.0.0.1"],
  ["a proxy with a local IPv6 address", "fd00::2", "192.0.2.1, 203.0.113.7", "", "fd00::2"],
  ["a trusted proxy", "10.0.0.2", "203.0.113.7", "10.0.0.0/8", null],
  ["a forged header from the internet", "203.0.113.7", "192.0.2.1", "", null],
  ["no header", "10.0.0.2", "", "", null],
  ["the header that Next.js adds", "::ffff:127.0.0.1", "::ffff:127.0.0.1", "", null],
  ["a header that is no address", "10.0.0.2", "unknown", "", null],
])("recognizes a proxy that should be trusted: %s", (_, peer, forwardedFor, proxies, expected) => {
  expect(untrustedProxy(peer, forwardedFor, parseRanges(proxies))).toBe(expected);
});

test("an invalid address range in TRUSTED_PROXIES throws an error of one line", () => {
  expect(() => parseRanges("10.0.0.0/8, my-proxy")).toThrow(EnvError);
  expect(() => parseRanges("10.0.0.0/33")).toThrow(/^TRUSTED_PROXIES must be addresses or ranges.*$/);
});
