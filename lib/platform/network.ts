import ipaddr from "ipaddr.js";

/**
 * The network that an IP address belongs to: its /24 or /48, about the size of one site. Any other text is returned as it
 * is.
 */
export function toSite(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4
    ? parsed.octets.slice(0, 3).join(".")
    : parsed.parts.slice(0, 3).join(":");
}
