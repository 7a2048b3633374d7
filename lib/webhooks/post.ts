import type { LookupFunction } from "node:net";
import { Agent, buildConnector, request } from "undici";
import type { OutgoingRequest } from "@/lib/channels/channel";
import { type NetworkError, networkErrorOf, PrivateAddressError } from "@/lib/outbox/network-error";
import { isPrivateLiteral, isPublicAddress, lookupPublic } from "./target";

/** For the whole exchange, a dripping answer included. */
export const TIMEOUT_MS = 30_000;

/** How much of an answer is kept, and how much of it is read before we hang up. */
const MAX_KEPT_BYTES = 2_048;
const MAX_READ_BYTES = 1_048_576;

export type Answer =
  | { kind: "answered"; status: number; text: string }
  | { kind: "unreached"; reason: NetworkError; status: number | null; text: string };

// A connection is not used twice: a receiver that closes an idle one just then would look as if it had refused.
const OWN_CONNECTION = { pipelining: 0 };
const anywhere = new Agent(OWN_CONNECTION);
const publicOnly = new Agent({ ...OWN_CONNECTION, connect: connectPublic(lookupPublic) });

/** Whatever DNS said before, the address that was in fact connected to has to be public. */
export function connectPublic(lookup: LookupFunction): buildConnector.connector {
  const connect = buildConnector({ lookup });
  return (options, callback) =>
    connect(options, (fault, socket) => {
      if (fault) return callback(fault, null);
      const { remoteAddress = "" } = socket;
      if (isPublicAddress(remoteAddress)) return callback(null, socket);
      socket.destroy();
      callback(new PrivateAddressError(`${options.hostname} is ${remoteAddress}`), null);
    });
}

/** Posts to a target. What a target may do wrong is an answer; only our own faults throw. */
export async function post(
  { url, headers, body }: OutgoingRequest,
  { allowPrivate, timeoutMs }: { allowPrivate: boolean; timeoutMs: number },
): Promise<Answer> {
  if (!allowPrivate && isPrivateLiteral(url)) {
    return { kind: "unreached", reason: "private_address", status: null, text: "" };
  }
  let status: number | null = null;
  try {
    const answer = await request(url, {
      method: "POST",
      body,
      headers,
      dispatcher: allowPrivate ? anywhere : publicOnly,
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = answer.statusCode;
    return { kind: "answered", status, text: await beginningOf(answer.body) };
  } catch (thrown) {
    const reason = networkErrorOf(thrown, status !== null);
    // Which address it is would tell strangers what our inside looks like.
    const text = thrown instanceof Error && reason !== "private_address" ? thrown.message : "";
    return { kind: "unreached", reason, status, text };
  }
}

async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (size < MAX_KEPT_BYTES) chunks.push(chunk.subarray(0, MAX_KEPT_BYTES - size));
    size += chunk.length;
    if (size > MAX_READ_BYTES) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}
