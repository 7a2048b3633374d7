import { formatChannelName } from "@/lib/channels/name";
import { db } from "@/lib/platform/db";
import { type Because, buildTargetKey, type Decision } from "@/lib/rules/notifications/because";
import type { AlertFacts } from "@/lib/rules/state/alert-facts";
import type { SentNotification } from "./sent-notification";

/** Why a message was made, or why it is not sent. “waited”: until it went out in one email with others. */
export type MessageReason = Because | { reason: "waited"; for: "quiet hours" | "storm" | "hours" };

/** Someone whom no message of an alert goes to. `name`: null for all who get emails, and for a channel that was deleted since. */
export type NotNotified = {
  key: string;
  how: "mail" | "webhook" | "channel";
  name: string | null;
  because: Because;
};

/** The latest decision about each target that an alert keeps, by `buildTargetKey`. */
export const latestDecisions = (facts: AlertFacts | null): Map<string, Decision> =>
  new Map((facts?.decisions ?? []).map((decision) => [buildTargetKey(decision.to), decision]));

/** Why everyone waits or is not notified; null if it was decided about each, or by an earlier version, which did not keep it. */
export const whyNotNotified = (facts: AlertFacts | null): Because | null =>
  latestDecisions(facts).get("everybody")?.because ?? null;

/** Why a message was made: by its row, as far as that says it, or else as the alert keeps it. */
export function explainMessage(message: SentNotification, facts: AlertFacts | null): MessageReason {
  const { skipReason, isEscalation, isFallback, heldFor, heldUntil, how, target } = message;
  if (skipReason) return { reason: skipReason };
  if (heldFor) {
    const reason = heldFor === "quiet_hours" ? "quiet hours" : heldFor;
    return heldUntil ? { reason, until: heldUntil } : { reason: "waited", for: reason };
  }
  if (isEscalation) return { reason: "escalated" };
  if (isFallback) return { reason: "stands in" };
  const decision = latestDecisions(facts).get(target);
  // Anyone who was left out first may have got a message later, for example in place of others.
  if (decision?.when === "now") return decision.because;
  if (how === "mail") return { reason: "chosen" };
  return { reason: facts?.repeats?.because === "escalation" ? "escalated" : "route" };
}

/** Those whom no message of an alert goes to, and why. */
export async function listNotNotified(
  caseId: string,
  facts: AlertFacts | null,
  messages: SentNotification[],
): Promise<NotNotified[]> {
  const notified = new Set(messages.map(({ target }) => target));
  const others = [...latestDecisions(facts)].filter(
    ([key, { to }]) => to.kind !== "everybody" && !notified.has(key),
  );
  const ids = others.flatMap(([, { to }]) => (to.kind === "channel" ? to.channelId : []));
  const rows = ids.length > 0 ? await db.channel.findMany({ where: { caseId, id: { in: ids } } }) : [];
  const channels = new Map(rows.map((row) => [row.id, row]));
  return others.map(([key, { to, because }]): NotNotified => {
    if (to.kind !== "channel")
      return { key, how: "mail", name: to.kind === "email" ? to.address : null, because };
    const channel = channels.get(to.channelId);
    const how = channel?.kind === "webhook" ? "webhook" : "channel";
    return { key, how, name: channel ? formatChannelName(channel) : null, because };
  });
}
