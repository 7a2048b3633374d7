import type { ListedDelivery } from "@/lib/webhooks/list";
import { outcomeText } from "@/lib/webhooks/outcome-text";

/** What a delivery is called: the type of its event. */
export const eventName = ({ alert }: Pick<ListedDelivery, "alert">) =>
  alert ? `snitch.${alert.kind}` : "Test event";

type Delivery = Pick<ListedDelivery, "acceptedAt" | "gaveUpAt" | "attempts" | "history">;

/** Where a delivery stands, in a word or two. */
export function OutcomeOf({ delivery: { acceptedAt, gaveUpAt, attempts, history } }: { delivery: Delivery }) {
  const [latest] = history;
  if (acceptedAt) return <span className="text-healthy">Delivered</span>;
  if (!latest) return <span className="text-ink-quiet">{gaveUpAt ? "Not sent" : "On its way"}</span>;
  const tries = `${attempts} ${attempts === 1 ? "try" : "tries"}`;
  return (
    <span className="text-failed">
      {outcomeText(latest.outcome, latest.status)}
      <span className="text-ink-quiet">
        {gaveUpAt ? ` · given up after ${tries}` : ` · ${tries}, more to come`}
      </span>
    </span>
  );
}
