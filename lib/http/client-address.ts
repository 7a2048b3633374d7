import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

export type Range = ReturnType<typeof ipaddr.parseCIDR>;

/**
 * Where a request comes from: the nearest address that is not a proxy of ours. What a stranger writes into
 * X-Forwarded-For is not believed. Empty when nobody knows.
 */
export function clientAddress(peer: string, forwardedFor: string, trusted: Range[]): string {
  let nearest = plain(peer);
  // A proxy adds the address that it heard to the right end.
  for (const said of forwardedFor ? forwardedFor.split(",").reverse() : []) {
    if (!trusted.length || !isTrusted(nearest, trusted)) break;
    const farther = plain(said.trim());
    if (!farther) break;
    nearest = farther;
  }
  return nearest;
}

/** An address as people write it, without the port or brackets of some proxies; empty for what is none. */
function plain(text: string): string {
  const bare = text.startsWith("[") ? text.slice(1, text.indexOf("]")) : text.replace(/^([\d.]+):\d+$/, "$1");
  const mapped = bare.startsWith("::ffff:") ? bare.slice("::ffff:".length) : bare;
  if (isIPv4(mapped)) return mapped;
  return isIPv6(bare) && ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : "";
}

function isTrusted(address: string, trusted: Range[]): boolean {
  if (!address) return false;
  const parsed = ipaddr.parse(address);
  return trusted.some(([base, bits]) => parsed.kind() === base.kind() && parsed.match(base, bits));
}
