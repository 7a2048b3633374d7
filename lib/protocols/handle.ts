import { type CheckInRequest, handleCheckIn } from "@/lib/check-ins/handle";
import type { TextResponse } from "@/lib/http/text-response";
import { findAdapter } from "./find-adapter";

/** Answers a request of any protocol that sends check-ins. */
export function handleRequest(request: CheckInRequest, at: Date): Promise<TextResponse> {
  const path = parsePath(request.url);
  return findAdapter(path)?.(request, path, at) ?? handleCheckIn(request, at);
}

/** Proxies may send a target with a host, and base URLs with a trailing slash give two of them. */
function parsePath(url: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  return path.startsWith("/") && !path.startsWith("//")
    ? path
    : path.replace(/^[a-z][a-z+.-]*:\/\/[^/]*/i, "").replace(/^\/*/, "/");
}
