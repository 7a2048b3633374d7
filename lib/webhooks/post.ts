import { Agent, errors, request } from "undici";
import { isPrivateLiteral, lookupPublic, PrivateAddress } from "./target";

/** For the whole exchange, a dripping answer included. */
const TIMEOUT_MS = 30_000;

/** How much of an answer is kept. */
const MOST_ANSWER_BYTES = 2_048;

export type Unreached = "timeout" | "network" | "tls" | "private_address";

export type Answer =
  | { kind: "accepted" | "rejected"; status: number; text: string }
  | { kind: "unreachable"; reason: Unreached; text: string };

const anywhere = new Agent();
const publicOnly = new Agent({ connect: { lookup: lookupPublic } });

type Post = { url: URL; body: string; headers: Record<string, string>; allowPrivate: boolean };

/** Posts to a target. What a target may do wrong is an answer; only our own faults throw. */
export async function post({ url, body, headers, allowPrivate }: Post): Promise<Answer> {
  if (!allowPrivate && isPrivateLiteral(url)) return unreachable("private_address", "");
  try {
    const answer = await request(withoutCredentials(url), {
      method: "POST",
      body,
      headers: { ...headers, ...basic(url) },
      dispatcher: allowPrivate ? anywhere : publicOnly,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await beginningOf(answer.body);
    return { kind: isAccepted(answer.statusCode) ? "accepted" : "rejected", status: answer.statusCode, text };
  } catch (thrown) {
    return unreachable(reasonFor(thrown), thrown instanceof Error ? thrown.message : "");
  }
}

/** "20X" in the specification: 200 to 209. A redirect is not followed, and so it is no success. */
const isAccepted = (status: number) => Math.floor(status / 10) === 20;

const unreachable = (reason: Unreached, text: string): Answer => ({ kind: "unreachable", reason, text });

function reasonFor(thrown: unknown): Unreached {
  if (thrown instanceof PrivateAddress) return "private_address";
  if (thrown instanceof DOMException && thrown.name === "TimeoutError") return "timeout";
  if (thrown instanceof errors.HeadersTimeoutError || thrown instanceof errors.ConnectTimeoutError)
    return "timeout";
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  if (/CERT|TLS|SSL|SIGNATURE|SELF_SIGNED/.test(code)) return "tls";
  return "network";
}

async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (size < MOST_ANSWER_BYTES) chunks.push(chunk.subarray(0, MOST_ANSWER_BYTES - size));
    size += chunk.length;
  }
  return Buffer.concat(chunks).toString("utf8").replaceAll("\0", "");
}

function withoutCredentials(url: URL): URL {
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  return bare;
}

function basic({ username, password }: URL): Record<string, string> {
  if (!username && !password) return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { Authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
}
