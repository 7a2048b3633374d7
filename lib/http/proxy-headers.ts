import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { isTrusted, normalize } from "./client-address";
import type { RequestHook } from "./request-hooks";

/** The route that responds with 403. */
const REFUSAL_PATH = "/forged-header";

/** Paths of programs, which have keys and tokens of their own. Below `api`, only those of next-auth know people. */
const OF_PROGRAMS =
  /^\/(?:v1|mcp|c|ping|p|heartbeats|b|badge|unsubscribe|cli|\.well-known|_next|healthz|readyz|metrics|api(?!\/+auth(?:[/?]|$)))(?:[/?]|$)/;

/**
 * Lets the headers in which a proxy says who is signed in there come from that proxy only: a request that brings them from elsewhere
 * is refused. Programs are never read by them.
 */
export const refuseForgedHeaders: RequestHook = ({ request }) => {
  const { AUTH_PROXY_USER_HEADER: user, AUTH_PROXY_GROUPS_HEADER: groups } = env;
  const { headers, url = "/" } = request;
  const names = [user, groups].flatMap((name) => (name && headers[name] !== undefined ? name : []));
  if (names.length === 0) return;
  if (OF_PROGRAMS.test(url)) return remove(headers, names);
  const peer = normalize(request.socket.remoteAddress ?? "");
  if (isTrusted(peer, env.TRUSTED_PROXIES)) return;
  log.warn(
    { peer, header: names[0] },
    "refused a proxy header from an address that is not in TRUSTED_PROXIES",
  );
  remove(headers, [...names, "next-action"]);
  request.url = REFUSAL_PATH;
};

function remove(headers: NodeJS.Dict<string | string[]>, names: string[]): void {
  for (const name of names) delete headers[name];
}
