import type { LookupFunction } from "node:net";
import { Agent, request } from "undici";
import { afterEach, expect, test } from "vitest";
import { PrivateAddressError } from "@/lib/outbox/network-error";
import { env } from "@/lib/platform/env";
import { aDnsServer } from "@/testing/dns-server";
import { aReceiver } from "@/testing/receiver";
import { connectPublic } from "./connections";
import { post } from "./post";

const publicOnly = { allowPrivate: false, timeoutMs: 60_000 };
const anywhere = { allowPrivate: true, timeoutMs: 60_000 };

const dnsServers: { close: () => void }[] = [];
afterEach(() => {
  for (const server of dnsServers.splice(0)) server.close();
  env.DNS_SERVERS = [];
});

/** Makes DNS return this for every name. */
async function dnsReturns(response: string[] | "not found" | "failed") {
  const server = await aDnsServer(() => response);
  dnsServers.push(server);
  env.DNS_SERVERS = [server.address];
}

test.each(["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"])(
  "nothing is sent to %s unless private targets are allowed",
  async (host) => {
    const receiver = await aReceiver();
    const url = new URL(receiver.url.replace("127.0.0.1", host));

    const result = await post({ method: "POST", url: url.href, headers: {}, body: "{}" }, publicOnly);

    expect(result).toEqual({ kind: "network_error", reason: "private_address", status: null, text: "" });
    expect(receiver.requests).toEqual([]);
    receiver.close();
  },
);

test("a name that resolves to a private address only when it is connected to receives nothing", async () => {
  const receiver = await aReceiver();
  const rebindingLookup: LookupFunction = (_, options, callback) =>
    options.all ? callback(null, [{ address: "127.0.0.1", family: 4 }]) : callback(null, "127.0.0.1", 4);
  const dispatcher = new Agent({ connect: connectPublic(rebindingLookup) });
  const url = receiver.url.replace("127.0.0.1", "rebinding.example");

  await expect(request(url, { method: "POST", body: "{}", dispatcher })).rejects.toThrow(PrivateAddressError);

  expect(receiver.requests).toEqual([]);
  receiver.close();
});

test.each([
  [["127.0.0.1"]],
  [["127.0.0.9", "127.0.0.1"]],
  [["2001:db8::1", "127.0.0.1"]],
  [["127.0.0.1", "2001:db8::1"]],
])("a name with the addresses %j is reached at the one that works", async (addresses) => {
  await dnsReturns(addresses);
  const receiver = await aReceiver();
  const url = new URL(receiver.url.replace("127.0.0.1", "receiver.example"));

  const result = await post({ method: "POST", url: url.href, headers: {}, body: "{}" }, anywhere);

  expect(result).toMatchObject({ kind: "responded", status: 200 });
  expect(receiver.requests[0]?.headers.host).toBe(url.host);
  receiver.close();
});

test.each<[string[] | "not found" | "failed", string]>([
  [["93.184.216.34", "127.0.0.1"], "private_address"],
  [["93.184.216.34", "fd00::1"], "private_address"],
  [["::ffff:10.0.0.1"], "private_address"],
  ["not found", "dns"],
  ["failed", "dns_failed"],
])("nothing is sent to a name about which DNS says %j", async (response, reason) => {
  await dnsReturns(response);
  const url = new URL("http://receiver.example/");
  expect(await post({ method: "POST", url: url.href, headers: {}, body: "{}" }, publicOnly)).toMatchObject({
    reason,
  });
});

test("a name whose addresses all refuse the connection is refused", async () => {
  await dnsReturns(["127.0.0.9", "127.0.0.10"]);
  const url = new URL("http://receiver.example:9/");
  expect(await post({ method: "POST", url: url.href, headers: {}, body: "{}" }, anywhere)).toMatchObject({
    reason: "refused",
  });
});
