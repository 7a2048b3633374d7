import type { LookupFunction } from "node:net";
import { Agent, buildConnector, type Dispatcher, ProxyAgent } from "undici";
import { isPublicAddress } from "@/lib/http/public-address";
import { PrivateAddressError } from "@/lib/outbox/network-error";
import { env } from "@/lib/platform/env";
import { KEPT } from "./connection";
import { lookupAny, lookupPublic } from "./lookup";

/** One connection for each request: a receiver that closes an idle connection at that moment would look like a failure. */
const NOT_KEPT = { pipelining: 0 };

const open = (options: Agent.Options) => ({
  anyTarget: new Agent({ ...options, connect: { lookup: lookupAny } }),
  publicTargets: new Agent({ ...options, connect: connectPublic(lookupPublic) }),
  /** Any target, through the proxy. It resolves names itself, so that only `post` guards private addresses. */
  viaProxy: env.OUTBOUND_PROXY ? new ProxyAgent({ ...options, uri: env.OUTBOUND_PROXY }) : null,
});

const reusable = open(KEPT);
const notKept = open(NOT_KEPT);

/** A connector that also checks the address of the connected socket, in case the lookup was bypassed. */
export function connectPublic(lookup: LookupFunction): buildConnector.connector {
  const connect = buildConnector({ lookup });
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (error) return callback(error, null);
      const { remoteAddress = "" } = socket;
      if (isPublicAddress(remoteAddress)) return callback(null, socket);
      socket.destroy();
      callback(new PrivateAddressError(`${options.hostname} is ${remoteAddress}`), null);
    });
}

/** `isInternal`: the target is this process, to which no proxy leads. `isKept`: a connection may be used that was used before. */
export type Route = { allowPrivate: boolean; isInternal: boolean; isKept: boolean };

/** What opens the connections of a request. */
export function dispatcherFor({ allowPrivate, isInternal, isKept }: Route): Dispatcher {
  const { anyTarget, publicTargets, viaProxy } = isKept ? reusable : notKept;
  if (viaProxy && !isInternal) return viaProxy;
  return allowPrivate ? anyTarget : publicTargets;
}

/** Whether requests that are not for this process go through a proxy. */
export const hasProxy = notKept.viaProxy !== null;
