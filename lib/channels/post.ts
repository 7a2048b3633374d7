import type { LookupFunction } from "node:net";
import { Agent, buildConnector, request } from "undici";
import type { OutgoingRequest } from "@/lib/channel-kinds/channel";
import { type NetworkError, networkErrorOf, PrivateAddressError } from "@/lib/outbox/network-error";
import { lookupAny, lookupPublic } from "./lookup";
import { isPrivateLiteral, isPublicAddress } from "./public-address";

/** For the whole exchange, including a response that arrives slowly. */
export const TIMEOUT_MS = 30_000;

/** How much of a response is stored, and how much is read before the connection is closed. */
const MAX_STORED_BYTES = 2_048;
const MAX_READ_BYTES = 1_048_576;

/** `text` is the beginning of the response, or the error message. `network_error` has a status if the response broke off. */
export type PostResult =
  | { kind: "responded"; status: number; text: string }
  | { kind: "network_error"; reason: NetworkError; status: number | null; text: string };

// Connections are not reused: a receiver that closes an idle connection at that moment would look like a failure.
const NO_REUSE = { pipelining: 0 };
const anyTarget = new Agent({ ...NO_REUSE, connect: { lookup: lookupAny } });
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

/** Posts to a target. Failures of the target are returned as results; only bugs throw. */
export async function post(
  { url, headers, body }: OutgoingRequest,
  { allowPrivate, timeoutMs }: { allowPrivate: boolean; timeoutMs: number },
): Promise<PostResult> {
  if (!allowPrivate && isPrivateLiteral(url)) {
    return { kind: "network_error", reason: "private_address", status: null, text: "" };
  }
  let status: number | null = null;
  try {
    const response = await request(url, {
      method: "POST",
      body,
      headers,
      dispatcher: allowPrivate ? anyTarget : publicTargets,
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.statusCode;
    return { kind: "responded", status, text: await readBeginning(response.body) };
  } catch (error) {
    const reason = networkErrorOf(error, status !== null);
    // The message contains the private address, which would reveal the internal network.
    const text = error instanceof Error && reason !== "private_address" ? error.message : "";
    return { kind: "network_error", reason, status, text };
  }
}

async function readBeginning(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (size < MAX_STORED_BYTES) chunks.push(chunk.subarray(0, MAX_STORED_BYTES - size));
    size += chunk.length;
    if (size > MAX_READ_BYTES) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}
