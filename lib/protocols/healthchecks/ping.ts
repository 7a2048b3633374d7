import { type CheckInRequest, handleCheckIn, readClient } from "@/lib/check-ins/handle";
import { parseCheckInUrl } from "@/lib/check-ins/url";
import type { TextResponse } from "@/lib/http/text-response";
import { isConnectionError } from "@/lib/platform/db-errors";
import { log } from "@/lib/platform/log";
import { Refusal } from "@/lib/platform/refusal";
import { isUuidInAnyCase } from "@/lib/rules/uuid";
import { findToken } from "../find-token";
import { type Located, locate } from "../locate";
import { parseUrlQuery } from "../query-of";
import { recordSignal } from "../record-signal";
import { type Adapter, lost, METHODS, notAllowed, preflight, respond } from "../respond";
import { parsePing } from "./parse-ping";
import { AMBIGUOUS_SLUG, INVALID_URL, INVALID_UUID, NOT_FOUND, responsesFor, TEXTS } from "./ping-responses";
import { type PingTarget, parsePingPath } from "./ping-target";

/** Another protocol with keys at the same address: whether a key belongs to it, and its adapter. */
type SharingProtocol = { hasKey: (key: string, now: Date) => Promise<boolean>; handle: Adapter };

/**
 * Makes the adapter of `/ping/<uuid>` and `/ping/<key>/<slug>`, and the same with `/start`, `/fail`, `/log` or an exit status.
 * `other` handles its own keys.
 */
export const createPing =
  (other: SharingProtocol): Adapter =>
  async (request, path, at) => {
    if (request.method === "OPTIONS") return preflight();
    const target = parsePingPath(path);
    try {
      if (target.kind === "uuid") return await pingByUuid(request, target, at);
      return (await pingByKey(request, target, other, at)) ?? (await other.handle(request, path, at));
    } catch (error) {
      if (error instanceof Refusal) return TEXTS.refuse(403, error.message);
      if (!isConnectionError(error)) log.error({ err: error }, "a ping failed");
      return lost(TEXTS);
    }
  };

async function pingByUuid(
  request: CheckInRequest,
  target: Extract<PingTarget, { kind: "uuid" }>,
  at: Date,
): Promise<TextResponse> {
  const mistake = mistakeIn(request, target);
  return mistake ?? record(request, target, await findToken(target.uuid), TEXTS, at);
}

type SlugTarget = Extract<PingTarget, { kind: "slug" }>;

/** Null if the key belongs to the other protocol. */
async function pingByKey(
  request: CheckInRequest,
  target: SlugTarget,
  other: SharingProtocol,
  at: Date,
): Promise<TextResponse | null> {
  const { key, slug } = target;
  const { located, error } = await locate("healthchecks", key, slug, at).then(
    (located) => ({ located, error: null }),
    (error: unknown) => ({ located: null, error }),
  );
  if (!located && (await other.hasKey(key, at))) return null;
  if (error !== null) throw error;
  if (!located && isOurs(request.url, key)) return handleCheckIn(request, at);
  const mistake = mistakeIn(request, target);
  if (mistake) return mistake;
  return located && located.apiKey.access !== "read" ? pingBySlug(request, target, located, at) : NOT_FOUND;
}

/** Whether it is a check-in URL below a folder, such as `/ping/<token>/start`: imported tokens can look like keys. */
function isOurs(url: string, key: string): boolean {
  const { token, signal } = parseCheckInUrl(url);
  return token === key && signal !== null;
}

async function pingBySlug(
  request: CheckInRequest,
  target: SlugTarget,
  located: Located,
  at: Date,
): Promise<TextResponse> {
  const [snitch, another] = located.snitches;
  if (another) return AMBIGUOUS_SLUG;
  if (snitch) return record(request, target, snitch.checkInKey, TEXTS, at);
  if (parseUrlQuery(request.url).get("create") !== "1") return NOT_FOUND;
  const { createCheck } = await import("./create-check");
  const created = await createCheck(located, target.slug, readClient(request).address, at);
  if (created.kind === "created") {
    // So that the next ping finds it even if the database is unavailable by then.
    await locate("healthchecks", target.key, target.slug, at).catch(() => null);
    return record(request, target, created.checkInKey, responsesFor(created.isNew), at);
  }
  const { seconds } = created;
  const texts = `Too many requests with this key. Try again in ${seconds} seconds.`;
  return TEXTS.refuse(429, texts, { "Retry-After": String(seconds) });
}

async function record(
  request: CheckInRequest,
  target: PingTarget,
  token: string,
  texts: typeof TEXTS,
  at: Date,
): Promise<TextResponse> {
  const signal = await parsePing(request, target);
  return respond(await recordSignal(request, { ...signal, token }, at), at, texts);
}

const SLUG = /^[a-z\d_-]{1,100}$/;
/** The form of a slug. Other texts aren't Healthchecks addresses. */
const ANY_SLUG = /^[\w-]+$/;

/** The response to a malformed ping, whatever checks there are; null if it is valid. */
function mistakeIn({ method, url }: CheckInRequest, target: PingTarget): TextResponse | null {
  if (!METHODS.includes(method)) return notAllowed(TEXTS);
  if (target.action === "unknown") return NOT_FOUND;
  if (target.action === "too_large_exit_status") return INVALID_URL;
  if (target.kind === "slug" && !SLUG.test(target.slug)) {
    return ANY_SLUG.test(target.slug) ? INVALID_URL : NOT_FOUND;
  }
  const rid = parseUrlQuery(url).get("rid");
  return rid === null || isUuidInAnyCase(rid) ? null : INVALID_UUID;
}
