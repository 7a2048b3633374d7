import ipaddr from "ipaddr.js";

/** The /64 network of an IPv6 address, because one person usually has the whole network. An IPv4 address is unchanged. */
export function toNetwork(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return new ipaddr.IPv6([...ipaddr.IPv6.parse(address).parts.slice(0, 4), 0, 0, 0, 0]).toString();
}

/**
 * The network that an IP address belongs to: its /24 or /48, about the size of one site. Any other text is returned as it
 * is.
 */
export function toSite(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv4 ? ip.octets.slice(0, 3).join(".") : ip.parts.slice(0, 3).join(":");
}
