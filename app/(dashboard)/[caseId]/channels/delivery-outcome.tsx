import type { ListedDelivery } from "@/lib/channels/list";
import { outcomeText } from "@/lib/channels/outcome-text";
import { proofText } from "@/lib/channels/proof";
import { formatCount } from "@/lib/rules/format-count";
import { alertWord } from "@/lib/rules/history/history-text";

type Subject = Pick<ListedDelivery, "alert" | "event">;

const OTHER_EVENTS = {
  test: "Test",
  acknowledged: "Acknowledgement",
  drill: "Fire drill",
  removed: "Deleted",
  drill_ended: "End of the fire drill",
  machine_silent: "Machine not reporting",
  machine_heard: "Machine reporting again",
  noted: "Note",
  summary: "Summary of quiet hours",
} as const;

/** What a notification is about, in a word or two. */
export const messageName = ({ alert, event }: Subject) =>
  alert ? alertWord(alert.kind, alert.from) : OTHER_EVENTS[event ?? "test"];

/** The type of the delivered event of a webhook. */
export const eventName = ({ alert, event }: Subject) =>
  alert ? `snitch.${alert.kind}` : event && event !== "test" ? OTHER_EVENTS[event] : "Test event";

/** What a delivery is called: by the type of its event at a webhook, in words elsewhere. */
export const deliveryName = (kind: string, subject: Subject) =>
  kind === "webhook" ? eventName(subject) : messageName(subject);

type Delivery = Pick<
  ListedDelivery,
  "acceptedAt" | "gaveUpAt" | "supersededAt" | "isHeld" | "proof" | "attempts" | "history"
>;

/** The state of a delivery in a few words. */
export function DeliveryOutcome({
  delivery: { acceptedAt, gaveUpAt, supersededAt, isHeld, proof, attempts, history },
}: {
  delivery: Delivery;
}) {
  const [latest] = history;
  if (acceptedAt && latest?.outcome === "nothing_to_say")
    return <span className="text-ink-quiet">{outcomeText(latest.outcome, null)}</span>;
  if (acceptedAt && proof) return <Proof proof={proof} />;
  if (acceptedAt) return <span className="text-healthy">Delivered</span>;
  if (supersededAt) return <span className="text-ink-quiet">Superseded by a later message</span>;
  if (!latest)
    return <span className="text-ink-quiet">{gaveUpAt ? "Not sent" : isHeld ? "Held" : "Queued"}</span>;
  const text = outcomeText(latest.outcome, latest.status);
  if (latest.outcome === "limited" && !gaveUpAt)
    return (
      <span className="text-errored">
        {text}
        <span className="text-ink-quiet"> · will retry</span>
      </span>
    );
  const attemptCount = formatCount(attempts, "attempt");
  return (
    <span className="text-failed">
      {text}
      <span className="text-ink-quiet">
        {gaveUpAt ? ` · gave up after ${attemptCount}` : ` · ${attemptCount}, will retry`}
      </span>
    </span>
  );
}

function Proof({ proof }: { proof: string }) {
  const { text, isHealthy } = proofText(proof);
  const look = isHealthy ? "text-healthy" : isHealthy === null ? "text-ink-quiet" : "text-failed";
  return <span className={look}>{text}</span>;
}
