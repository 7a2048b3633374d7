import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { PrivateAddressError } from "@/lib/outbox/network-error";
import { isPublicAddress } from "./public-address";
import { resolve } from "./resolve";

/** The lookup of a connection, with an additional check of all addresses of the name. */
const lookupWith =
  (check: (hostname: string, addresses: LookupAddress[]) => void): LookupFunction =>
  (hostname, options, callback) => {
    const answer = (addresses: LookupAddress[]) => {
      const [first] = addresses;
      if (options.all || !first) callback(null, addresses);
      else callback(null, first.address, first.family);
    };
    resolve(hostname)
      .then((addresses) => {
        check(hostname, addresses);
        return addresses;
      })
      .then(answer, (error) => callback(error, "", 0));
  };

export const lookupAny = lookupWith(() => {});

/** Fails if any of the addresses is not public. Checks addresses, because a name can resolve to anything. */
export const lookupPublic = lookupWith((hostname, addresses) => {
  const notPublic = addresses.find(({ address }) => !isPublicAddress(address));
  if (notPublic) throw new PrivateAddressError(`${hostname} is ${notPublic.address}`);
});
