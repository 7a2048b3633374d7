import type { LookupFunction } from "node:net";
import { Agent, buildConnector, ProxyAgent, request } from "undici";
import type { Answer, Outgoing } from "@/lib/channel-kinds/kind";
import { type NetworkError, networkErrorOf, PrivateAddressError } from "@/lib/outbox/network-error";
import { env } from "@/lib/platform/env";
import packageJson from "@/package.json" with { type: "json" };
import { lookupAny, lookupPublic } from "./lookup";
import { isPrivateLiteral, isPublicAddress } from "./public-address";
import { resolve } from "./resolve";

export const USER_AGENT = `Tattle/${packageJson.version} (+${env.APP_URL})`;

/** For the whole exchange, including a response that arrives slowly. */
export const TIMEOUT_MS = 30_000;

/** How much of a response to an alert is kept, of which 2 kB are stored, and how much is read before the connection is closed. */
const MAX_KEPT_BYTES = 65_536;
const MAX_READ_BYTES = 1_048_576;

/** `text` is the beginning of the response, or the error message. `network_error` has a status if the response broke off. */
export type PostResult =
  | { kind: "responded"; status: number; headers: Answer["headers"]; text: string }
  | { kind: "network_error"; reason: NetworkError; status: number | null; text: string };

// Connections are not reused: a receiver that closes an idle connection at that moment would look like a failure.
const NO_REUSE = { pipelining: 0 };
const anyTarget = new Agent({ ...NO_REUSE, connect: { lookup: lookupAny } });
/** Any target, by way of the proxy. It resolves names itself, so that only `refusePrivateName` guards private addresses. */
const viaProxy = env.OUTBOUND_PROXY ? new ProxyAgent({ uri: env.OUTBOUND_PROXY, ...NO_REUSE }) : null;
const publicTargets = new Agent({ ...NO_REUSE, connect: connectPublic(lookupPublic) });

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

/** `isInternal`: the target is this process, to which no proxy leads. */
type PostOptions = {
  allowPrivate: boolean;
  timeoutMs: number;
  isInternal?: boolean;
  /** How much of the response is kept. */
  maxKeptBytes?: number;
};

/** A request as it is sent: an encrypted body is bytes. */
export type Sendable = Omit<Outgoing, "body"> & { body: string | Uint8Array };

/** Sends a request to a target. Failures of the target are returned as results; only bugs throw. */
export async function post(
  { method, url, headers, body }: Sendable,
  { allowPrivate, timeoutMs, isInternal = false, maxKeptBytes = MAX_KEPT_BYTES }: PostOptions,
): Promise<PostResult> {
  if (!allowPrivate && isPrivateLiteral(new URL(url))) {
    return { kind: "network_error", reason: "private_address", status: null, text: "" };
  }
  let status: number | null = null;
  const proxy = isInternal ? null : viaProxy;
  try {
    if (proxy && !allowPrivate) await refusePrivateName(new URL(url).hostname);
    const response = await request(url, {
      method,
      body,
      headers,
      dispatcher: proxy ?? (allowPrivate ? anyTarget : publicTargets),
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.statusCode;
    const text = await readBeginning(response.body, maxKeptBytes);
    return { kind: "responded", status, headers: singleHeaders(response.headers), text };
  } catch (error) {
    const reason = networkErrorOf(error, status !== null);
    // The message contains the private address, which would reveal the internal network.
    const text = error instanceof Error && reason !== "private_address" ? error.message : "";
    return { kind: "network_error", reason, status, text };
  }
}

/** Refuses a name that this machine, too, knows to be private. A name that only the proxy knows is the proxy's to refuse. */
async function refusePrivateName(hostname: string): Promise<void> {
  const addresses = await resolve(hostname).catch(() => []);
  const notPublic = addresses.find(({ address }) => !isPublicAddress(address));
  if (notPublic) throw new PrivateAddressError(`${hostname} is ${notPublic.address}`);
}

/** Of a header that is sent several times, the first counts. */
const singleHeaders = (headers: Record<string, string | string[] | undefined>): Answer["headers"] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()[0]]));

export const isRedirect = (status: number) => status >= 300 && status < 400;

/** The outcome of a request, by whether a response with this status accepts it. */
export function outcomeOf(posted: PostResult, accepts: (status: number) => boolean): string {
  if (posted.kind === "network_error") return posted.reason;
  if (accepts(posted.status)) return "accepted";
  return isRedirect(posted.status) ? "redirect" : "rejected";
}

async function readBeginning(body: AsyncIterable<Buffer>, maxKeptBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (size < maxKeptBytes) chunks.push(chunk.subarray(0, maxKeptBytes - size));
    size += chunk.length;
    if (size > Math.max(MAX_READ_BYTES, maxKeptBytes)) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}
