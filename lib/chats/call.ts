import type { Outgoing, ReceiverResponse } from "@/lib/channel-kinds/kind";
import { post, TIMEOUT_MS, USER_AGENT } from "@/lib/delivery/post";
import { env } from "@/lib/platform/env";

/** Sends a request to the service of a chat, with the same guard as every message. Null if it was not reached. Never rejects. */
export async function call(request: Outgoing, timeoutMs = TIMEOUT_MS): Promise<ReceiverResponse | null> {
  const posted = await post(
    { ...request, headers: { "User-Agent": USER_AGENT, ...request.headers } },
    { allowPrivate: env.ALLOW_PRIVATE_TARGETS, timeoutMs, maxKeptBytes: MAX_BYTES },
  );
  return posted.kind === "responded" ? posted : null;
}

/** A hundred clicks, with the messages that they belong to. */
const MAX_BYTES = 2 ** 20;
