import { interpretResponse } from "@/lib/channel-kinds/interpret";
import type { AnyKind, Outgoing, ResponseOutcome } from "@/lib/channel-kinds/kind";
import { webPush } from "@/lib/channel-kinds/web-push";
import { CANARY } from "@/lib/metrics/canary";
import { canaryUrl } from "@/lib/metrics/canary-receiver";
import { type AttemptResult, type Lease, withoutResponse } from "@/lib/outbox/attempt";
import { env } from "@/lib/platform/env";
import { encryptPush } from "./encrypt-push";
import type { Sendable } from "./exchange";
import type { PendingDelivery, SendingChannel } from "./load";
import { isRedirect, type PostResult, post, USER_AGENT } from "./post";

/** The outcome of an attempt, and what follows from it for the channel. */
export type Sent = {
  result: AttemptResult;
  /** How the receiver names what it has made of the message. */
  ref?: string;
  /** What to change in the settings of the channel. */
  settings?: Record<string, string>;
  /** Why the channel is switched off, in a sentence for people. */
  switchOff?: string;
  /** Whether its receiver no longer exists, so that the channel is removed. */
  isGone?: boolean;
};

/** The outcome of a message of which its kind says nothing, so that no request shows whether the channel works. */
export const NOTHING_TO_SAY = "nothing_to_say";

/** Soon enough to be at once, and not in a loop. */
const CHANGED_SETTINGS_WAIT_MS = 1_000;

/** Sends the requests of a delivery, one after another, from the first one that was not accepted yet. */
export async function sendMessage(
  lease: Lease,
  { id, channel, body, ref, sentRequests }: PendingDelivery & { body: string },
  { kind, timeoutMs }: { kind: AnyKind; timeoutMs: number },
): Promise<Sent> {
  const { settings, isInternal } = await findTarget(channel);
  const startedAt = performance.now();
  const delivery: Sent = { result: { ...withoutResponse(lease, NOTHING_TO_SAY), body, accepted: true } };
  const { at } = delivery.result;
  const requests = kind.buildRequests(JSON.parse(body), settings, ref);
  for (const [i, request] of requests.entries()) {
    if (i < sentRequests) continue;
    const leftMs = Math.max(Math.round(timeoutMs - (performance.now() - startedAt)), 1);
    const signature = kind.sign?.(request, { id, at, secrets: channel.secrets });
    const posted = await post(await buildSendable(kind, request, settings, signature), {
      allowPrivate: isInternal || env.ALLOW_PRIVATE_TARGETS,
      timeoutMs: leftMs,
      isInternal,
      isRepeatable: kind.takesEvents,
    });
    const interpreted = interpretPosted(kind, posted, request);
    Object.assign(delivery, toConsequences(interpreted));
    const { status } = posted;
    const text = withoutSecrets(posted.text, kind, settings);
    const outcome = nameOutcome(interpreted, posted);
    delivery.result = {
      ...delivery.result,
      ...toAttemptResult(interpreted),
      outcome,
      status,
      response: text,
    };
    delivery.result.sentRequests = interpreted.kind === "accepted" ? i + 1 : i;
    if (interpreted.kind !== "accepted") break;
  }
  delivery.result.latencyMs = performance.now() - startedAt;
  return delivery;
}

/** The receiver of the canary is in this process. */
async function findTarget({ id, settings }: SendingChannel) {
  if (id !== CANARY.channelId) return { settings, isInternal: false };
  return { settings: { url: (await canaryUrl()).href }, isInternal: true };
}

/** Some receivers repeat what they were sent, and their response is shown. For a URL, the path alone is secret enough. */
const withoutSecrets = (
  text: string,
  { secrets, secretParts = () => [] }: AnyKind,
  settings: Record<string, string>,
) =>
  [...secrets.flatMap((name) => settings[name] || []), ...secretParts(settings)]
    .flatMap((secret) => [
      secret,
      readPath(secret),
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
    ])
    .filter((part) => part.length > 1)
    .reduce((masked, part) => masked.replaceAll(part, "•••"), text);

function readPath(secret: string): string {
  if (!URL.canParse(secret)) return "";
  const { pathname, search } = new URL(secret);
  return `${pathname}${search}`;
}

async function buildSendable(
  { kind }: AnyKind,
  request: Outgoing,
  settings: Record<string, string>,
  signature: Record<string, string> = {},
): Promise<Sendable> {
  const sendable = kind === webPush.kind ? await encryptPush(request, settings) : request;
  return { ...sendable, headers: { "User-Agent": USER_AGENT, ...sendable.headers, ...signature } };
}

/** A redirect is never followed, and a response that broke off may have any meaning. */
function interpretPosted(kind: AnyKind, posted: PostResult, request: Outgoing): ResponseOutcome {
  if (posted.kind === "network_error" || isRedirect(posted.status)) return { kind: "retry" };
  return interpretResponse(kind, posted, request);
}

function nameOutcome(interpreted: ResponseOutcome, posted: PostResult): string {
  if (posted.kind === "network_error") return posted.reason;
  if (isRedirect(posted.status)) return "redirect";
  if (interpreted.kind === "retry" && interpreted.afterMs !== undefined) return "limited";
  return interpreted.kind === "accepted" ? "accepted" : "rejected";
}

function toAttemptResult(interpreted: ResponseOutcome): Partial<AttemptResult> {
  if (interpreted.kind === "accepted") return { accepted: true };
  // What switches the channel off is given up with everything that is pending, and sent once the channel is on again.
  if (interpreted.kind === "final") return { accepted: false, isFinal: !interpreted.switchOff };
  if (interpreted.settings) return { accepted: false, waitMs: CHANGED_SETTINGS_WAIT_MS };
  const { afterMs } = interpreted;
  return { accepted: false, ...(afterMs !== undefined && { waitMs: Math.ceil(afterMs), isLimited: true }) };
}

function toConsequences(interpreted: ResponseOutcome): Omit<Sent, "result"> {
  if (interpreted.kind === "accepted") return interpreted.ref === undefined ? {} : { ref: interpreted.ref };
  if (interpreted.kind === "final")
    return interpreted.switchOff
      ? { switchOff: interpreted.why, ...(interpreted.isGone && { isGone: true }) }
      : {};
  return interpreted.settings ? { settings: interpreted.settings } : {};
}
