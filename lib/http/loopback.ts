import type { IncomingHttpHeaders } from "node:http";
import ipaddr from "ipaddr.js";
import { isTrusted, normalize, type Range } from "./client-address";

/** Headers by which a proxy says that it forwards a request of another client. */
const FORWARDED = /^(x-forwarded-.*|forwarded|via|x-real-ip|.*-client-ip|cf-connecting-ip)$/;

type Received = { peer: string; headers: IncomingHttpHeaders; httpVersion: string };
type Installation = { appUrl: string; trusted: Range[] };

/**
 * Whether a request comes from a person on this machine. A proxy on this machine connects from loopback, too, for clients
 * anywhere: such requests count only if a trusted proxy says that the client itself is on loopback.
 */
export function isFromLoopback(
  { peer, headers, httpVersion }: Received,
  { appUrl, trusted }: Installation,
): boolean {
  // People reach a public installation through a proxy, which may say nothing about the client.
  if (!isLoopbackName(new URL(appUrl).hostname)) return false;
  const address = normalize(peer);
  if (Object.keys(headers).some((name) => FORWARDED.test(name))) {
    return isTrusted(address, trusted) && isForwardedFromLoopback(headers);
  }
  // nginx without further settings forwards as HTTP/1.0 and adds no header. Another name in Host may be DNS rebinding.
  return isLoopback(address) && httpVersion !== "1.0" && isLoopbackHost(headers.host ?? "");
}

/** Every address that the proxies name must be loopback, because a client may have sent the first ones itself. */
function isForwardedFromLoopback(headers: IncomingHttpHeaders): boolean {
  const named = [headers["x-forwarded-for"], headers["x-real-ip"]]
    .flat()
    .filter((text) => text !== undefined);
  const addresses = named.flatMap((text) => text.split(","));
  return (
    headers["x-forwarded-for"] !== undefined &&
    headers.forwarded === undefined &&
    addresses.every((text) => isLoopback(normalize(text.trim())))
  );
}

const isLoopback = (address: string) => address !== "" && ipaddr.parse(address).range() === "loopback";

const isLoopbackHost = (host: string) =>
  URL.canParse(`http://${host}`) && isLoopbackName(new URL(`http://${host}`).hostname);

/** “localhost”, or a loopback address as it stands in a URL. */
function isLoopbackName(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost") || isLoopback(normalize(name));
}
