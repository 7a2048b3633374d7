import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "@/lib/http/public-address";
import { PrivateAddressError } from "@/lib/outbox/network-error";
import { resolve } from "./resolve";

/** The lookup of a connection, with an additional check of all addresses of the name. */
const lookupWith =
  (check: (hostname: string, addresses: LookupAddress[]) => void): LookupFunction =>
  (hostname, options, callback) => {
    const finish = (addresses: LookupAddress[]) => {
      const [first] = addresses;
      if (options.all || !first) callback(null, addresses);
      else callback(null, first.address, first.family);
    };
    resolve(hostname)
      .then((addresses) => {
        check(hostname, addresses);
        return addresses;
      })
      .then(finish, (error) => callback(error, "", 0));
  };

export const lookupAny = lookupWith(() => {});

const findPrivate = (addresses: LookupAddress[]) =>
  addresses.find(({ address }) => !isPublicAddress(address))?.address;

/** Fails if any of the addresses is not public. Checks addresses, because a name can resolve to anything. */
export const lookupPublic = lookupWith((hostname, addresses) => {
  const address = findPrivate(addresses);
  if (address) throw new PrivateAddressError(`${hostname} is ${address}`);
});

/** An address of this name that is not public; undefined if it has none, or no address at all as far as this machine knows. */
export const findPrivateAddress = async (hostname: string): Promise<string | undefined> =>
  findPrivate(await resolve(hostname).catch(() => []));
