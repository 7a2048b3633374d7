import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { PrivateAddressError } from "@/lib/outbox/network-error";
import { decrypt } from "@/lib/platform/encrypt";
import { invalid } from "@/lib/platform/refusal";

const MAX_URL_CHARACTERS = 2_000;

/** The URL of a webhook, or a refusal that says what is wrong with it. */
export function parseTarget(text: string): URL {
  const refuse = (message: string) => invalid([{ attribute: "url", message }]);
  const trimmed = text.trim();
  if (!trimmed) throw refuse("can't be blank");
  if (trimmed.length > MAX_URL_CHARACTERS)
    throw refuse(`is too long (maximum is ${MAX_URL_CHARACTERS.toLocaleString("en")} characters)`);
  if (!URL.canParse(trimmed)) throw refuse("must be a URL such as https://example.com/hook");
  const url = new URL(trimmed);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw refuse("must start with https:// or http://");
  if (!isDecodable(url.username) || !isDecodable(url.password)) {
    throw refuse("must have its user name and password percent-encoded (write % as %25)");
  }
  return url;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const MASK = "•••";

/** A target, as it is kept, in the way that whoever manages webhooks sees it: credentials are masked. */
export function maskTarget(kept: string): string {
  const text = decrypt(kept);
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.username) url.username = MASK;
  if (url.password) url.password = MASK;
  return url.toString().replaceAll(encodeURI(MASK), MASK);
}

/** A target, as it is kept, in the way that everybody in its case sees it: of some, the path alone lets anybody post. */
export function hostOfTarget(kept: string): string {
  const text = decrypt(kept);
  if (!URL.canParse(text)) return MASK;
  const { protocol, host, pathname, search } = new URL(text);
  return `${protocol}//${host}/${pathname === "/" && !search ? "" : "…"}`;
}

/** How to show targets to somebody. */
export const targetFor = (managesWebhooks: boolean) => (managesWebhooks ? maskTarget : hostOfTarget);

/** A public address. Everything else (private, loopback, link-local, metadata, …) is somebody's inside. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address in IPv6 dress is judged as what it is.
  return ipaddr.process(address).range() === "unicast";
}

/** Resolves names for a connection, and refuses when one of the addresses is not public: after DNS, so a name cannot lie. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (fault, addresses) => {
    if (fault) return callback(fault, "", 0);
    const hidden = addresses.find(({ address }) => !isPublicAddress(address));
    if (hidden) return callback(new PrivateAddressError(`${hostname} is ${hidden.address}`), "", 0);
    if (options.all) return callback(null, addresses);
    const [first] = addresses;
    return first
      ? callback(null, first.address, first.family)
      : callback(new Error(`no address: ${hostname}`), "", 0);
  });
};

/** A host that is an address needs no DNS, so nobody asks `lookupPublic`: ask this. */
export function isPrivateLiteral({ hostname }: URL): boolean {
  const address = hostname.replace(/^\[|\]$/g, "");
  return isIP(address) !== 0 && !isPublicAddress(address);
}
