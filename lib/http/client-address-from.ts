import { remember } from "@epic-web/remember";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { clientAddress, untrustedProxy } from "./client-address";

/** More peers than this are not remembered: a private network with so many proxies has been warned. */
const MAX_WARNINGS = 20;

// Next.js loads this module more than once.
const warned = remember("tattle.untrusted-proxies", () => new Set<string>());

/** The client's address, given the connection's peer and its X-Forwarded-For. Warns once of a proxy that is not trusted. */
export function clientAddressFrom(peer: string, forwardedFor: string): string {
  if (forwardedFor && warned.size < MAX_WARNINGS)
    warn(untrustedProxy(peer, forwardedFor, env.TRUSTED_PROXIES));
  return clientAddress(peer, forwardedFor, env.TRUSTED_PROXIES);
}

function warn(proxy: string | null) {
  if (!proxy || warned.has(proxy)) return;
  warned.add(proxy);
  log.warn(
    { peer: proxy },
    "X-Forwarded-For from a private address that is not trusted: all clients behind it share its address and its rate limits. If it is your proxy, add it to TRUSTED_PROXIES",
  );
}
