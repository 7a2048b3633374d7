import { Fact, FactList } from "@/components/ui/fact";
import { buildLead, buildTitle, listFacts } from "@/lib/rules/messages/alert-message";
import type { Notification } from "@/lib/rules/messages/notification";

type NotificationFactsProps = { body: string; isAccepted: boolean };

/** What a channel was sent, without the request itself, which contains its secrets. `body`: as it was saved. */
export function NotificationFacts({ body, isAccepted }: NotificationFactsProps) {
  const notification: Notification = JSON.parse(body);
  const facts = listFacts(notification);
  // A test says that its channel works, which is true only once it has been delivered.
  const lead = notification.event === "test" && !isAccepted ? "" : buildLead(notification);
  return (
    <div className="grid max-w-2xl gap-4 rounded-md border border-line bg-surface-quiet px-4 py-3">
      <div className="grid gap-1">
        <p className="font-medium wrap-anywhere">{buildTitle(notification)}</p>
        {lead && <p className="text-sm text-ink-quiet wrap-anywhere">{lead}</p>}
      </div>
      {facts.length > 0 && (
        <FactList>
          {facts.map(({ label, value }) => (
            <Fact key={label} label={label}>
              <span className="wrap-anywhere whitespace-pre-wrap">{value}</span>
            </Fact>
          ))}
        </FactList>
      )}
    </div>
  );
}
