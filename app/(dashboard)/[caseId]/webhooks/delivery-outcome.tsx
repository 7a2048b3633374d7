import type { ListedDelivery } from "@/lib/channels/list";
import { outcomeText } from "@/lib/channels/outcome-text";

/** The type of the delivered event. */
export const eventName = ({ alert }: Pick<ListedDelivery, "alert">) =>
  alert ? `snitch.${alert.kind}` : "Test event";

type Delivery = Pick<ListedDelivery, "acceptedAt" | "gaveUpAt" | "attempts" | "history">;

/** The state of a delivery in a few words. */
export function DeliveryOutcome({
  delivery: { acceptedAt, gaveUpAt, attempts, history },
}: {
  delivery: Delivery;
}) {
  const [latest] = history;
  if (acceptedAt) return <span className="text-healthy">Delivered</span>;
  if (!latest) return <span className="text-ink-quiet">{gaveUpAt ? "Not sent" : "Queued"}</span>;
  const attemptCount = `${attempts} ${attempts === 1 ? "attempt" : "attempts"}`;
  return (
    <span className="text-failed">
      {outcomeText(latest.outcome, latest.status)}
      <span className="text-ink-quiet">
        {gaveUpAt ? ` · gave up after ${attemptCount}` : ` · ${attemptCount}, will retry`}
      </span>
    </span>
  );
}
