import ipaddr from "ipaddr.js";

/** Azure serves every virtual machine at this address, which no registry lists as special. */
const AZURE_METADATA = "168.63.129.16";

/** Everything else in IPv6 is special. */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];
/** An IPv6-only network reaches IPv4 servers through it: the last four bytes are the IPv4 address. */
const NAT64 = ipaddr.parseCIDR("64:ff9b::/96") as [ipaddr.IPv6, number];

/** An IPv4 address in the deprecated form “compatible with IPv6”. The library takes it for the IPv4 address itself. */
const COMPATIBLE = /^::\d+\.\d+\.\d+\.\d+$/;

/** True if the IP address is public: not private, loopback, link-local, a metadata service or any other special range. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || COMPATIBLE.test(address)) return false;
  // Treats an IPv4 address that is mapped to IPv6 as the IPv4 address.
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv6 ? isPublicIpv6(ip) : isPublicIpv4(ip);
}

const isPublicIpv4 = (address: ipaddr.IPv4) =>
  address.range() === "unicast" && address.toString() !== AZURE_METADATA;

const isPublicIpv6 = (address: ipaddr.IPv6) =>
  address.match(NAT64)
    ? isPublicIpv4(new ipaddr.IPv4(address.toByteArray().slice(-4)))
    : address.range() === "unicast" && address.match(GLOBAL_IPV6);

/**
 * True if the URL's host is an IP address that is not public, or the name of this machine by RFC 6761. Such a host needs no DNS, so
 * `lookupPublic` never sees it.
 */
export function isPrivateLiteral({ hostname }: URL): boolean {
  if (LOCALHOST.test(hostname)) return true;
  const address = hostname.replace(/^\[|\]$/g, "");
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress && !isPublicAddress(address);
}

const LOCALHOST = /^(?:.+\.)?localhost\.?$/i;
