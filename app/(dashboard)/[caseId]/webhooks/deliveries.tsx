import Link from "next/link";
import { RelativeTime } from "@/components/relative-time";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import type { ListedWebhook } from "@/lib/webhooks/list";

type Delivery = ListedWebhook["deliveries"][number];

type DeliveriesProps = { caseId: string; deliveries: Delivery[]; now: Date };

export function Deliveries({ caseId, deliveries, now }: DeliveriesProps) {
  if (deliveries.length === 0) {
    return (
      <p className="text-sm text-ink-quiet">
        Nothing was delivered yet. The next alert of this case goes here.
      </p>
    );
  }
  return (
    <Table label="Latest deliveries">
      <Head columns={["Event", "Snitch", "Outcome", "Answer", "Latency", "When"]} />
      <tbody>
        {deliveries.map((delivery) => {
          const { kind, at, snitch } = delivery.alert;
          const [latest] = delivery.history;
          return (
            <Row key={delivery.id}>
              <Cell className="font-mono text-xs whitespace-nowrap">snitch.{kind}</Cell>
              <Cell className="max-w-56 min-w-44 break-words">
                <Link href={`/${caseId}/snitches/${snitch.token}`} className="hover:underline">
                  {snitch.name}
                </Link>
              </Cell>
              <Cell className="whitespace-nowrap">
                <OutcomeOf delivery={delivery} />
              </Cell>
              <Cell className="max-w-40 truncate text-ink-quiet">
                {latest?.status ?? latest?.outcome ?? "–"}
              </Cell>
              <Cell className="text-ink-quiet whitespace-nowrap">
                {latest ? `${latest.latencyMs.toLocaleString("en")} ms` : "–"}
              </Cell>
              <Cell className="text-ink-quiet">
                <RelativeTime at={at} now={now} />
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}

function OutcomeOf({ delivery: { acceptedAt, gaveUpAt, attempts } }: { delivery: Delivery }) {
  if (acceptedAt) return <span className="text-healthy">Delivered</span>;
  const tries = `${attempts} attempt${attempts === 1 ? "" : "s"}`;
  if (gaveUpAt) return <span className="text-failed">Gave up after {tries}</span>;
  return (
    <span className="text-ink-quiet">{attempts > 0 ? `Trying again after ${tries}` : "On its way"}</span>
  );
}
