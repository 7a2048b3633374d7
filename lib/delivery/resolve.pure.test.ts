import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { aDnsServer } from "@/testing/dns-server";
import { resolve } from "./resolve";

let dns: Awaited<ReturnType<typeof aDnsServer>>;

beforeAll(async () => {
  dns = await aDnsServer((name, family) => {
    if (name === "both.example") return ["192.0.2.1", "192.0.2.2", "2001:db8::1"];
    if (name === "four.example") return ["192.0.2.4"];
    if (name === "six.example") return ["2001:db8::6"];
    if (name === "half.example") return family === "ipv4" ? ["192.0.2.5"] : "mute";
    if (name === "failed.example") return "failed";
    if (name.startsWith("mute")) return "mute";
    return name === "empty.example" ? [] : "not found";
  });
  env.DNS_SERVERS = [dns.address];
});
afterAll(() => {
  dns.close();
  env.DNS_SERVERS = [];
});

const listAddresses = async (name: string) => (await resolve(name)).map(({ address }) => address).toSorted();

test.each([
  ["both.example", ["192.0.2.1", "192.0.2.2", "2001:db8::1"]],
  ["four.example", ["192.0.2.4"]],
  ["six.example", ["2001:db8::6"]],
  ["four.example.", ["192.0.2.4"]],
])("%s has all addresses that DNS gives", async (name, addresses) => {
  expect(await listAddresses(name)).toEqual(addresses);
});

test("each address says its family, and those of one family stand together", async () => {
  const families = (await resolve("both.example")).map(({ address, family }) => [
    address.includes(":"),
    family,
  ]);

  expect(families.filter(([isV6, family]) => family !== (isV6 ? 6 : 4))).toEqual([]);
  expect(families.map(([, family]) => family).join("")).toMatch(/^(446|644)$/);
});

test("a name of /etc/hosts is not asked for", async () => {
  expect(await listAddresses("localhost")).toContain("127.0.0.1");
  expect(dns.asked).not.toContain("localhost");
});

test.each([
  ["nobody.example", "dns", "nobody.example has no address"],
  ["empty.example", "dns", "empty.example has no address"],
  [`${"x".repeat(64)}.example`, "dns", "has no address"],
  ["failed.example", "dns_failed", "failed.example: ESERVFAIL"],
])("for %s the reason is %s", async (name, reason, message) => {
  await expect(resolve(name)).rejects.toMatchObject({ reason, message: expect.stringContaining(message) });
});

test.concurrent("names without a response are given up, and delay no other name meanwhile", async () => {
  const mute = Array.from({ length: 100 }, (_, i) => resolve(`mute-${i}.example`).catch((error) => error));

  expect(await listAddresses("four.example")).toEqual(["192.0.2.4"]);
  // All of them wait at the same time: none waits for the place of another.
  expect(new Set(dns.asked.filter((name) => name.startsWith("mute"))).size).toBe(100);

  const errors = await Promise.all(mute);
  expect(errors[99]).toMatchObject({ reason: "dns_failed", message: "mute-99.example: ETIMEOUT" });
  expect(new Set(errors.map(({ reason }) => reason))).toEqual(new Set(["dns_failed"]));
});

test.concurrent("a name whose server responds for one family only is reached by that one", async () => {
  expect(await listAddresses("half.example")).toEqual(["192.0.2.5"]);
});

test("a server that cannot be reached is not a response", async () => {
  env.DNS_SERVERS = ["127.0.0.1:9"];
  await expect(resolve("four.example")).rejects.toMatchObject({ reason: "dns_failed" });
  env.DNS_SERVERS = [dns.address];
});
