import { clientAddressFrom } from "@/lib/http/client-address-from";
import type { TextResponse } from "@/lib/http/text-response";
import { log } from "@/lib/platform/log";
import { newId } from "@/lib/platform/new-id";
import { parseReport } from "@/lib/rules/reports/parse-report";
import type { ReceivedBody } from "@/lib/rules/reports/received-body";
import { truncate } from "@/lib/rules/reports/report";
import { compressOutput } from "@/lib/runs/outputs/compress";
import { recordCheckIn } from "./batcher";
import { happenedAt } from "./happened-at";
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
  /** Any other header, by its lower-case name; empty if it is absent. */
  header: (name: string) => string;
  /** Reads the body. */
  body: () => ReceivedBody | Promise<ReceivedBody>;
};

const MAX_USER_AGENT_CHARACTERS = 255;

/** Who sent a request, as it is stored with the check-in. */
export const readClient = ({ method, peer, forwardedFor, userAgent }: CheckInRequest) => ({
  method,
  address: clientAddressFrom(peer, forwardedFor),
  userAgent: truncate(userAgent, MAX_USER_AGENT_CHARACTERS),
});

/** Records the check-in and returns the response to its request. */
export async function handleCheckIn(request: CheckInRequest, at: Date): Promise<TextResponse> {
  const { method, url, contentType } = request;
  if (method === "OPTIONS") return PREFLIGHT;
  const { token, signal: pathSignal, query } = parseCheckInUrl(url);
  if (!token) return NO_TOKEN;
  const id = newId();
  try {
    const body = await request.body();
    const head = body.head.toString("utf8");
    const { exitStatus, message, signal, isOutput, age } = parseReport({
      query,
      pathSignal,
      contentType,
      head,
      ...(body.bytes > body.head.length && { end: body.tail.toString("utf8") }),
    });
    const happened = happenedAt(request, at, age);
    if ("kind" in happened) return responseFor(happened, id, at);
    const isPrinted = isOutput && (signal === null || signal.kind === "finish");
    const output = isPrinted ? await compressOutput(body) : null;
    // The body of most plain check-ins is their message, or has it.
    const isMore = isOutput ? head !== message : head !== "" && message === "";
    const isSearched = isMore && pathSignal === null && exitStatus === "";
    const result = await recordCheckIn({
      id,
      exitStatus,
      message,
      token,
      ...happened,
      ...readClient(request),
      ...(signal && { signal }),
      ...(output && { output }),
      ...(isSearched && { filtered: { via: "http" as const, body: head } }),
    });
    return responseFor(result, id, at);
  } catch (error) {
    log.error({ err: error, requestId: id }, "a check-in was not recorded");
    return unavailable(id);
  }
}
