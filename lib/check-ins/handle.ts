import { clientAddressFrom } from "@/lib/http/client-address-from";
import type { TextResponse } from "@/lib/http/text-response";
import { log } from "@/lib/platform/log";
import { parseReport, truncate } from "@/lib/rules/report";
import { recordCheckIn } from "./batcher";
import { newId } from "./id";
import { NO_TOKEN, PREFLIGHT, responseFor, unavailable } from "./response";
import { parseCheckInUrl } from "./url";

/** A request to a check-in URL, whichever server received it. */
export type CheckInRequest = {
  method: string;
  url: string;
  contentType: string;
  userAgent: string;
  /** The address of the client or proxy that opened the connection. */
  peer: string;
  /** The X-Forwarded-For header. */
  forwardedFor: string;
  /** Reads the beginning of the body. */
  body: () => string | Promise<string>;
};

const MAX_USER_AGENT_CHARACTERS = 255;

/** Records the check-in and returns the response to its request. */
export async function handleCheckIn(request: CheckInRequest, at: Date): Promise<TextResponse> {
  const { method, url, contentType, userAgent, peer, forwardedFor } = request;
  if (method === "OPTIONS") return PREFLIGHT;
  const { token, query } = parseCheckInUrl(url);
  if (!token) return NO_TOKEN;
  const id = newId();
  try {
    const body = await request.body();
    const { exitStatus, message } = parseReport(new URLSearchParams(query), contentType, body);
    const result = await recordCheckIn({
      id,
      exitStatus,
      message,
      token,
      at,
      method,
      address: clientAddressFrom(peer, forwardedFor),
      userAgent: truncate(userAgent, MAX_USER_AGENT_CHARACTERS),
    });
    return responseFor(result, id, at);
  } catch (error) {
    log.error({ err: error, requestId: id }, "a check-in was not recorded");
    return unavailable(id);
  }
}
