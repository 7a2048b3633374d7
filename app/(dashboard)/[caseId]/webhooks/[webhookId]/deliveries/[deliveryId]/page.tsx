import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { Live } from "@/components/live";
import { Section } from "@/components/section";
import { exactlyInUtc, fromNow } from "@/components/time-in-words";
import { Form, Submit } from "@/components/ui/form";
import { currentCase, isUuid } from "@/lib/auth/session";
import { may } from "@/lib/cases/roles";
import { type FoundDelivery, findDelivery } from "@/lib/webhooks/list";
import { again } from "../../../actions";
import { BackLink } from "../../../back-link";
import { eventName, OutcomeOf } from "../../../delivery-outcome";
import { Attempts } from "./attempts";
import { Request } from "./request";

type DeliveryPageProps = { params: Promise<{ caseId: string; webhookId: string; deliveryId: string }> };

async function shownDelivery(params: DeliveryPageProps["params"]) {
  const { caseId, webhookId, deliveryId } = await params;
  const here = `/webhooks/${webhookId}/deliveries/${deliveryId}`;
  const { theCase, role } = await currentCase(caseId, here);
  const isManager = may(role, "manage_webhooks");
  const isKnown = isUuid(webhookId) && isUuid(deliveryId);
  const delivery = isKnown ? await findDelivery(theCase.id, webhookId, deliveryId, isManager) : null;
  if (!delivery) notFound();
  return { caseId: theCase.id, delivery, isManager };
}

export async function generateMetadata({ params }: DeliveryPageProps): Promise<Metadata> {
  const { delivery } = await shownDelivery(params);
  return { title: `${eventName(delivery)} to ${delivery.webhook.url}` };
}

export default async function DeliveryPage({ params }: DeliveryPageProps) {
  const { caseId, delivery, isManager } = await shownDelivery(params);
  const { id, alert, webhook, history } = delivery;
  const now = new Date();
  return (
    <>
      <BackLink href={`/${caseId}/webhooks/${webhook.id}`}>{webhook.url}</BackLink>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 pb-6">
        <div className="grid min-w-0 gap-1.5">
          <h1 className="font-mono text-lg font-semibold">{eventName(delivery)}</h1>
          <p className="text-ink-quiet">
            {alert ? (
              <>
                Of{" "}
                <Link
                  href={`/${caseId}/snitches/${alert.snitch.token}`}
                  className="text-ink underline underline-offset-4"
                >
                  {alert.snitch.name}
                </Link>
                , on {exactlyInUtc(alert.at)}.
              </>
            ) : (
              "Of a snitch that does not exist, to try out this webhook."
            )}
          </p>
          <p role="status" className="font-medium">
            <OutcomeOf delivery={delivery} />
            <span className="font-normal text-ink-quiet">{nextTry(delivery, now)}</span>
          </p>
        </div>
        {isManager && !webhook.disabledAt && (
          <Form action={again.bind(null, caseId, id)}>
            <Submit look="plain" busy="Sending…">
              Send Again
            </Submit>
          </Form>
        )}
      </div>
      <Section title="Tries" aside={history.length > 0 && "Newest first"}>
        <Attempts history={history} />
      </Section>
      {delivery.body !== null && (
        <Section title="Request" aside="The same with every try, but for its time and signature">
          <Request url={webhook.url} id={id} at={history[0]?.at ?? null} body={delivery.body} />
        </Section>
      )}
      <Live everySeconds={delivery.acceptedAt || delivery.gaveUpAt ? 15 : 2} />
    </>
  );
}

function nextTry({ acceptedAt, gaveUpAt, history, dueAt }: FoundDelivery, now: Date): string {
  if (acceptedAt || gaveUpAt || history.length === 0) return "";
  return ` · next try ${fromNow(dueAt, now)}`;
}
