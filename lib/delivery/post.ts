import type { ReceiverResponse } from "@/lib/channel-kinds/kind";
import { isPrivateLiteral } from "@/lib/http/public-address";
import { classifyNetworkError, type NetworkError, PrivateAddressError } from "@/lib/outbox/network-error";
import { env } from "@/lib/platform/env";
import packageJson from "@/package.json" with { type: "json" };
import { dispatcherFor, hasProxy } from "./connections";
import { type Exchanged, exchange, type Sendable } from "./exchange";
import { findPrivateAddress } from "./lookup";

export const USER_AGENT = `Tattle/${packageJson.version} (+${env.APP_URL})`;

/** Covers the whole exchange, including a slow response. */
export const TIMEOUT_MS = 30_000;

/** How much of a response to an alert is kept, of which 2 kB are stored. */
const MAX_KEPT_BYTES = 65_536;

/** `text` is the beginning of the response, or the error message. `network_error` has a status if the response broke off. */
export type PostResult =
  | { kind: "responded"; status: number; headers: ReceiverResponse["headers"]; text: string }
  | { kind: "network_error"; reason: NetworkError; status: number | null; text: string };

type PostOptions = {
  allowPrivate: boolean;
  timeoutMs: number;
  /** The target is this process, to which no proxy leads. */
  isInternal?: boolean;
  /**
   * It does no harm if the receiver gets the request twice. It may then be sent over a connection that was used before, and is
   * sent again over a new one if that turns out to be closed.
   */
  isRepeatable?: boolean;
  /** How much of the response is kept. */
  maxKeptBytes?: number;
};

/** Sends a request to a target. Failures of the target are returned as results; only bugs throw. */
export async function post(request: Sendable, options: PostOptions): Promise<PostResult> {
  const { allowPrivate, isInternal = false } = options;
  const url = new URL(request.url);
  if (!allowPrivate && isPrivateLiteral(url))
    return { kind: "network_error", reason: "private_address", status: null, text: "" };
  try {
    if (!isInternal && hasProxy && !allowPrivate) await refusePrivateName(url.hostname);
  } catch (error) {
    return broken(error, null);
  }
  const exchanged = await send(request, options);
  return "error" in exchanged
    ? broken(exchanged.error, exchanged.status)
    : { kind: "responded", ...exchanged };
}

/** Sends it, and once more if the connection had been closed meanwhile. */
async function send(
  request: Sendable,
  {
    allowPrivate,
    isInternal = false,
    isRepeatable = false,
    timeoutMs,
    maxKeptBytes = MAX_KEPT_BYTES,
  }: PostOptions,
): Promise<Exchanged> {
  const startedAt = performance.now();
  const over = (isKept: boolean) => dispatcherFor({ allowPrivate, isInternal, isKept });
  const first = await exchange(over(isRepeatable), request, { timeoutMs, maxKeptBytes });
  if (!("error" in first && first.isStale && classifyNetworkError(first.error) === "reset")) return first;
  const leftMs = Math.max(timeoutMs - (performance.now() - startedAt), 1);
  return exchange(over(false), request, { timeoutMs: leftMs, maxKeptBytes });
}

function broken(error: unknown, status: number | null): PostResult {
  const reason = classifyNetworkError(error, status !== null);
  // The message contains the private address, which would reveal the internal network.
  const text = error instanceof Error && reason !== "private_address" ? error.message : "";
  return { kind: "network_error", reason, status, text };
}

/** Refuses a name that this machine, too, knows to be private. A name that only the proxy knows is the proxy's to refuse. */
async function refusePrivateName(hostname: string): Promise<void> {
  const address = await findPrivateAddress(hostname);
  if (address) throw new PrivateAddressError(`${hostname} is ${address}`);
}

export const isRedirect = (status: number) => status >= 300 && status < 400;
