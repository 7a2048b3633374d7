import { DocsLink } from "@/components/docs-link";
import { RelativeTime } from "@/components/relative-time";
import { Link } from "@/components/ui/link";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import type { ListedDelivery } from "@/lib/channels/list";
import { DeliveryOutcome, eventName } from "./delivery-outcome";

type DeliveriesProps = { caseId: string; channelId: string; deliveries: ListedDelivery[]; now: Date };

export function Deliveries({ caseId, channelId, deliveries, now }: DeliveriesProps) {
  if (deliveries.length === 0) {
    return (
      <p className="text-ink-quiet">
        Nothing has been sent yet. The next alert of this case is sent here; a test event is sent immediately.{" "}
        <DocsLink page="/webhooks">What is sent</DocsLink>
      </p>
    );
  }
  return (
    <Table label="Latest deliveries" stacks>
      <Head columns={["Event", "Snitch", "Outcome", "Latency", "When"]} />
      <tbody>
        {deliveries.map((delivery) => {
          const { id, alert, history, createdAt } = delivery;
          const [latest] = history;
          return (
            <Row key={id}>
              <Cell className="whitespace-nowrap">
                <Link
                  href={`/${caseId}/webhooks/${channelId}/deliveries/${id}`}
                  className="py-1 font-mono text-xs font-medium hover:underline"
                >
                  {eventName(delivery)}
                </Link>
              </Cell>
              <Cell className="max-w-64 min-w-36 wrap-anywhere text-ink-quiet">
                {alert && (
                  <Link
                    href={`/${caseId}/snitches/${alert.snitch.token}`}
                    className="py-1 text-ink hover:underline"
                  >
                    {alert.snitch.name}
                  </Link>
                )}
              </Cell>
              <Cell className="whitespace-nowrap">
                <DeliveryOutcome delivery={delivery} />
              </Cell>
              <Cell className="whitespace-nowrap text-ink-quiet">
                {latest && `${latest.latencyMs.toLocaleString("en")} ms`}
              </Cell>
              <Cell className="text-ink-quiet">
                <RelativeTime at={createdAt} now={now} />
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}
