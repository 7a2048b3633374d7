import type { AnyKind, Judgement, Outgoing } from "@/lib/channel-kinds/kind";
import type { Told } from "@/lib/channel-kinds/told";
import { webPush } from "@/lib/channel-kinds/web-push";
import { type AttemptResult, type Lease, unanswered } from "@/lib/outbox/attempt";
import { env } from "@/lib/platform/env";
import { encryptPush } from "./encrypt-push";
import type { Sendable } from "./exchange";
import type { PendingDelivery } from "./load";
import { isRedirect, type PostResult, post, USER_AGENT } from "./post";

/** What came of an attempt, and what follows from it for the channel. */
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

type Given = { kind: AnyKind; told: Told; timeoutMs: number };

/** Soon enough to be at once, and not in a loop. */
const CHANGED_SETTINGS_WAIT_MS = 1_000;

/** Sends the requests that tell a channel, one after another, from the first one that was not accepted yet. */
export async function sendMessage(
  lease: Lease,
  delivery: PendingDelivery,
  { kind, told, timeoutMs }: Given,
): Promise<Sent> {
  const startedAt = performance.now();
  const requests = kind.requestsOf(told, delivery.channel.settings, delivery.ref);
  const nothingSaid = { ...unanswered(lease, NOTHING_TO_SAY), body: JSON.stringify(told), accepted: true };
  const sent: Sent = { result: nothingSaid };
  for (const [i, request] of requests.entries()) {
    if (i < delivery.sentRequests) continue;
    const leftMs = Math.max(Math.round(timeoutMs - (performance.now() - startedAt)), 1);
    const posted = await post(await sendableOf(kind, request, delivery.channel.settings), {
      allowPrivate: env.ALLOW_PRIVATE_TARGETS,
      timeoutMs: leftMs,
    });
    const judged = judgementOf(kind, posted, request);
    Object.assign(sent, consequencesOf(judged));
    const { status } = posted;
    const text = withoutSecrets(posted.text, kind, delivery.channel.settings);
    const outcome = judgedOutcome(judged, posted);
    sent.result = { ...sent.result, ...retryOf(judged), outcome, status, response: text };
    sent.result.sentRequests = judged.kind === "accepted" ? i + 1 : i;
    if (judged.kind !== "accepted") break;
  }
  sent.result.latencyMs = performance.now() - startedAt;
  return sent;
}

/** Some receivers repeat what they were sent, and what they respond is shown. Of a URL, the path alone is secret enough. */
const withoutSecrets = (text: string, { secrets }: AnyKind, settings: Record<string, string>) =>
  secrets
    .flatMap((name) => settings[name] || [])
    .flatMap((secret) => [secret, pathOf(secret), encodeURIComponent(secret)])
    .filter((part) => part.length > 1)
    .reduce((masked, part) => masked.replaceAll(part, "•••"), text);

function pathOf(secret: string): string {
  if (!URL.canParse(secret)) return "";
  const { pathname, search } = new URL(secret);
  return `${pathname}${search}`;
}

async function sendableOf(
  { kind }: AnyKind,
  request: Outgoing,
  settings: Record<string, string>,
): Promise<Sendable> {
  const sendable = kind === webPush.kind ? await encryptPush(request, settings) : request;
  return { ...sendable, headers: { "User-Agent": USER_AGENT, ...sendable.headers } };
}

/** A redirect is never followed, and a response that broke off may have any meaning. */
function judgementOf(kind: AnyKind, posted: PostResult, request: Outgoing): Judgement {
  if (posted.kind === "network_error" || isRedirect(posted.status)) return { kind: "retry" };
  return kind.judge(posted, request);
}

function judgedOutcome(judged: Judgement, posted: PostResult): string {
  if (posted.kind === "network_error") return posted.reason;
  if (isRedirect(posted.status)) return "redirect";
  if (judged.kind === "retry" && judged.afterMs !== undefined) return "limited";
  return judged.kind === "accepted" ? "accepted" : "rejected";
}

function retryOf(judged: Judgement): Partial<AttemptResult> {
  if (judged.kind === "accepted") return { accepted: true };
  // What switches the channel off is given up with everything that is pending, and sent once the channel is on again.
  if (judged.kind === "final") return { accepted: false, isFinal: !judged.switchOff };
  if (judged.settings) return { accepted: false, waitMs: CHANGED_SETTINGS_WAIT_MS };
  const { afterMs } = judged;
  return { accepted: false, ...(afterMs !== undefined && { waitMs: Math.ceil(afterMs), isLimited: true }) };
}

function consequencesOf(judged: Judgement): Omit<Sent, "result"> {
  if (judged.kind === "accepted") return judged.ref === undefined ? {} : { ref: judged.ref };
  if (judged.kind === "final")
    return judged.switchOff ? { switchOff: judged.why, ...(judged.isGone && { isGone: true }) } : {};
  return judged.settings ? { settings: judged.settings } : {};
}
