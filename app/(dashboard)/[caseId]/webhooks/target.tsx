import { Confirm } from "@/components/confirm";
import { dateInUtc } from "@/components/time-in-words";
import type { ListedWebhook } from "@/lib/webhooks/list";
import { remove } from "./actions";
import { Deliveries } from "./deliveries";
import { Secret } from "./secret";

type TargetProps = { caseId: string; webhook: ListedWebhook; now: Date };

export function Target({ caseId, webhook, now }: TargetProps) {
  return (
    <section
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line p-4"
      aria-label={webhook.url}
    >
      <div className="flex items-start justify-between gap-3">
        <div className="grid min-w-0 gap-0.5">
          <h2 className="font-mono text-sm font-medium break-all">{webhook.url}</h2>
          <p className="text-sm text-ink-quiet">
            {webhook.disabledAt ? (
              <span className="text-failed">
                Switched off on {dateInUtc(webhook.disabledAt)}, after it failed for days.
              </span>
            ) : (
              `Added on ${dateInUtc(webhook.createdAt)}`
            )}
          </p>
        </div>
        <Confirm
          trigger="Remove…"
          label={`Remove ${webhook.url}`}
          title="Remove this webhook?"
          description="It gets no more alerts, and what is still on its way is dropped. Its history goes with it."
          confirm="Remove Webhook"
          busy="Removing…"
          action={remove.bind(null, caseId, webhook.id)}
        />
      </div>
      <Secret secret={webhook.secret} />
      <Deliveries caseId={caseId} deliveries={webhook.deliveries} now={now} />
    </section>
  );
}
