import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/** A range of IP addresses, in CIDR notation. */
export type Range = ReturnType<typeof ipaddr.parseCIDR>;

/**
 * The client's address: the nearest one that is not a trusted proxy, or the last valid one if all are trusted. Entries of
 * X-Forwarded-For count only when a trusted proxy added them. Empty if the peer's address is not valid.
 */
export function clientAddress(peer: string, forwardedFor: string, trusted: Range[]): string {
  let nearest = normalize(peer);
  // Each proxy appends the address that it saw.
  for (const entry of forwardedFor ? forwardedFor.split(",").reverse() : []) {
    if (!trusted.length || !isTrusted(nearest, trusted)) break;
    const previous = normalize(entry.trim());
    if (!previous) break;
    nearest = previous;
  }
  return nearest;
}

/** The ranges of machines in one's own network, where proxies are. */
const PRIVATE_RANGES = ["loopback", "private", "linkLocal", "uniqueLocal", "carrierGradeNat"];

/**
 * The peer's address if it looks like a proxy that should be trusted: it is private, is not trusted, and forwards another
 * client's address. Null otherwise.
 */
export function untrustedProxy(peer: string, forwardedFor: string, trusted: Range[]): string | null {
  const address = normalize(peer);
  const nearest = normalize(forwardedFor.split(",").at(-1)?.trim() ?? "");
  // Next.js sets the header to the peer's address if there is none.
  if (!address || !nearest || nearest === address || isTrusted(address, trusted)) return null;
  return PRIVATE_RANGES.includes(ipaddr.parse(address).range()) ? address : null;
}

/** Removes the port and brackets that some proxies add; empty if the text is not an IP address. */
export function normalize(text: string): string {
  const bare = text.startsWith("[") ? text.slice(1, text.indexOf("]")) : text.replace(/^([\d.]+):\d+$/, "$1");
  const mapped = bare.startsWith("::ffff:") ? bare.slice("::ffff:".length) : bare;
  if (isIPv4(mapped)) return mapped;
  return isIPv6(bare) && ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : "";
}

export function isTrusted(address: string, trusted: Range[]): boolean {
  if (!address) return false;
  const ip = ipaddr.parse(address);
  return trusted.some(([base, bits]) => ip.kind() === base.kind() && ip.match(base, bits));
}
