import clsx from "clsx";
import { DocsLink } from "@/components/page-header";
import { RelativeTime } from "@/components/relative-time";
import { Link } from "@/components/ui/link";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import type { ListedDelivery } from "@/lib/channels/list";
import { DeliveryOutcome, deliveryName } from "./delivery-outcome";

type DeliveriesProps = {
  caseId: string;
  channel: { id: string; kind: string };
  deliveries: ListedDelivery[];
  now: Date;
};

/** The latest deliveries of a channel, newest first. */
export function Deliveries({ caseId, channel, deliveries, now }: DeliveriesProps) {
  const isWebhook = channel.kind === "webhook";
  if (deliveries.length === 0) {
    return (
      <p className="text-ink-quiet">
        Nothing has been sent yet. The next alert that matches is sent here; a test is sent immediately.{" "}
        <DocsLink page={isWebhook ? "/webhooks" : "/channels"}>What is sent</DocsLink>
      </p>
    );
  }
  return (
    <Table label="Latest deliveries" stacks>
      <Head columns={[isWebhook ? "Event" : "Message", "Snitch", "Outcome", "Latency", "When"]} />
      <tbody>
        {deliveries.map((delivery) => {
          const { id, alert, incident, history, createdAt } = delivery;
          const snitch = (alert ?? incident)?.snitch;
          const [latest] = history;
          return (
            <Row key={id}>
              <Cell className="whitespace-nowrap">
                <Link
                  href={`/${caseId}/channels/${channel.id}/deliveries/${id}`}
                  className={clsx("py-1 font-medium hover:underline", isWebhook && "font-mono text-xs")}
                >
                  {deliveryName(channel.kind, delivery)}
                </Link>
              </Cell>
              <Cell className="max-w-64 min-w-36 wrap-anywhere text-ink-quiet">
                {snitch && (
                  <Link
                    href={`/${caseId}/snitches/${snitch.token}`}
                    className="py-1 text-ink hover:underline"
                  >
                    <bdi>{snitch.name}</bdi>
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
