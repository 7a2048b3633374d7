import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { PrivateAddressError } from "@/lib/outbox/network-error";

/** True if the IP address is public: not private, loopback, link-local, a metadata service or any other special range. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // Treats an IPv4 address that is mapped to IPv6 as the IPv4 address.
  return ipaddr.process(address).range() === "unicast";
}

/** A DNS lookup that fails if any of the addresses is not public. Checks addresses, because a name can resolve to anything. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "", 0);
    const notPublic = addresses.find(({ address }) => !isPublicAddress(address));
    if (notPublic) return callback(new PrivateAddressError(`${hostname} is ${notPublic.address}`), "", 0);
    if (options.all) return callback(null, addresses);
    const [first] = addresses;
    return first
      ? callback(null, first.address, first.family)
      : callback(new Error(`no address: ${hostname}`), "", 0);
  });
};

/** True if the URL's host is an IP address that is not public. Such a host needs no DNS, so `lookupPublic` never sees it. */
export function isPrivateLiteral({ hostname }: URL): boolean {
  const address = hostname.replace(/^\[|\]$/g, "");
  return isIP(address) !== 0 && !isPublicAddress(address);
}
