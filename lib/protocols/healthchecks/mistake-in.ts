import type { CheckInRequest } from "@/lib/check-ins/handle";
import type { TextResponse } from "@/lib/http/text-response";
import { isUuidInAnyCase } from "@/lib/rules/uuid";
import { parseUrlQuery } from "../query-of";
import { METHODS, notAllowed } from "../respond";
import { INVALID_URL, INVALID_UUID, NOT_FOUND, TEXTS } from "./ping-responses";
import type { PingTarget } from "./ping-target";

const SLUG = /^[a-z\d_-]{1,100}$/;
/** The form of a slug. Other texts aren't Healthchecks addresses. */
const ANY_SLUG = /^[\w-]+$/;

/** The response to a malformed ping, whatever checks there are; null if it is valid. */
export function mistakeIn({ method, url }: CheckInRequest, target: PingTarget): TextResponse | null {
  if (!METHODS.includes(method)) return notAllowed(TEXTS);
  if (target.action === "unknown") return NOT_FOUND;
  if (target.action === "too_large_exit_status") return INVALID_URL;
  if (target.kind === "slug" && !SLUG.test(target.slug)) {
    return ANY_SLUG.test(target.slug) ? INVALID_URL : NOT_FOUND;
  }
  const rid = parseUrlQuery(url).get("rid");
  return rid === null || isUuidInAnyCase(rid) ? null : INVALID_UUID;
}
