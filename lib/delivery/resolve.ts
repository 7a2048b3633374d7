import type { LookupAddress } from "node:dns";
import { promises as dns } from "node:dns";
import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { NameError } from "@/lib/outbox/network-error";
import { env } from "@/lib/platform/env";
import { addressesInHosts, fullNames, searchDomains } from "./system-names";

/** Covers all queries for a name. A delivery occupies its place in the worker for as long. */
const TIMEOUT_MS = 5_000;
/** The first query to each server; the second waits longer. */
const QUERY = { timeout: 2_000, tries: 2 };

/** The codes of c-ares for “there is no such name” and “the name has no such address”. */
const NOT_FOUND = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

/**
 * The addresses of a name, by `/etc/hosts` or DNS. Throws a `NameError` if it has none or no server responds within five
 * seconds. Uses no thread, so that names without a response delay no other lookup.
 */
export async function resolve(hostname: string): Promise<LookupAddress[]> {
  const listed = addressesInHosts(hostname);
  if (listed.length > 0) return ordered(listed);
  // One resolver for each lookup: it is cancelled alone, and servers that leave one name withoutResponse are trusted for others.
  const resolver = new dns.Resolver(QUERY);
  if (env.DNS_SERVERS.length > 0) resolver.setServers(env.DNS_SERVERS);
  const timer = setTimeout(() => resolver.cancel(), TIMEOUT_MS);
  try {
    for (const name of fullNames(hostname, searchDomains())) {
      const addresses = await ask(resolver, name);
      if (addresses.length > 0) return ordered(addresses);
    }
  } finally {
    clearTimeout(timer);
  }
  throw new NameError("dns", `${hostname} has no address`);
}

/** Empty if there is no such name. A response for one family is enough. */
async function ask(resolver: dns.Resolver, name: string): Promise<string[]> {
  const lookups = await Promise.allSettled([resolver.resolve6(name), resolver.resolve4(name)]);
  const addresses = lookups.flatMap((settled) => (settled.status === "fulfilled" ? settled.value : []));
  if (addresses.length > 0) return addresses;
  const codes = lookups.flatMap((settled) =>
    settled.status === "rejected" ? String(settled.reason.code) : [],
  );
  const failure = codes.find((code) => !NOT_FOUND.has(code));
  if (failure) throw new NameError("dns_failed", `${name}: ${failure.replace("ECANCELLED", "ETIMEOUT")}`);
  return [];
}

/** IPv6 first if this machine has a global IPv6 address, last otherwise. The connection tries one after another. */
function ordered(addresses: string[]): LookupAddress[] {
  const isPreferred = (address: string) => isIPv6(address) === hasGlobalIPv6();
  return [...addresses.filter(isPreferred), ...addresses.filter((address) => !isPreferred(address))].map(
    (address) => ({ address, family: isIPv6(address) ? 6 : 4 }),
  );
}

const hasGlobalIPv6 = () =>
  Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ family, internal, scopeid }) => family === "IPv6" && !internal && scopeid === 0),
  );
