import { readBytes } from "@/lib/api/body";
import { route } from "@/lib/api/operation";
import { errorResponse, noContent } from "@/lib/api/response";
import { traced } from "@/lib/api/trace";
import { isSigned, parseSignatures, readEvent } from "@/lib/channel-kinds/pagerduty-event";
import { findHook } from "@/lib/channels/find-hook";
import { countHook } from "@/lib/channels/rate-limits";
import { readClientAddress } from "@/lib/http/peer-address";
import { applyPagerEvent } from "@/lib/incidents/apply-pager-event";
import { env } from "@/lib/platform/env";
import { notFound, Refusal } from "@/lib/platform/refusal";

/** Much more than an event has: everyone may send one. */
const MAX_BYTES = 64 * 1024;

/** Takes what people do with incidents in PagerDuty. Its signature is the proof: it has no key. */
export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  POST: (request: Request, { params }: { params: Promise<{ id: string }> }) =>
    traced(request, async () => respond(request, (await params).id).catch(errorResponse)),
});

async function respond(request: Request, id: string): Promise<Response> {
  if (env.MAINTENANCE)
    throw new Refusal("service_unavailable", "Maintenance is under way. Try again in a few minutes.");
  const channel = await findHook(id);
  if (!channel) throw notFound("hook");
  const now = new Date();
  await countHook(channel.id, readClientAddress(request.headers), now);
  const signatures = parseSignatures(request.headers.get("x-pagerduty-signature"));
  const body = signatures.length > 0 ? await readBytes(request, MAX_BYTES) : new Uint8Array();
  if (!isSigned(body, signatures, channel.secret)) throw WRONG_SIGNATURE;
  const event = readEvent(new TextDecoder().decode(body));
  if (event) await applyPagerEvent(channel, event, now);
  return noContent();
}

const WRONG_SIGNATURE = new Refusal(
  "api_key_invalid",
  "The signature in X-PagerDuty-Signature is missing or invalid.",
);
