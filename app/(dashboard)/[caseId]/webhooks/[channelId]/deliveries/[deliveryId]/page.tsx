import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Live } from "@/components/live";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { fromNow } from "@/components/time-in-words";
import { Form, Submit } from "@/components/ui/form";
import { Link } from "@/components/ui/link";
import { currentCase, isUuid } from "@/lib/auth/session";
import { may } from "@/lib/cases/roles";
import { type FoundDelivery, findDelivery } from "@/lib/channels/list";
import { retryDeliveryAction } from "../../../actions";
import { BackLink } from "../../../back-link";
import { DeliveryOutcome, eventName } from "../../../delivery-outcome";
import { Attempts } from "./attempts";
import { SentRequest } from "./sent-request";

type DeliveryPageProps = { params: Promise<{ caseId: string; channelId: string; deliveryId: string }> };

async function loadDelivery(params: DeliveryPageProps["params"]) {
  const { caseId, channelId, deliveryId } = await params;
  const path = `/webhooks/${channelId}/deliveries/${deliveryId}`;
  const { theCase, role } = await currentCase(caseId, path);
  const isManager = may(role, "manage_webhooks");
  const areIds = isUuid(channelId) && isUuid(deliveryId);
  const delivery = areIds ? await findDelivery(theCase.id, channelId, deliveryId, isManager) : null;
  if (!delivery) notFound();
  return { caseId: theCase.id, delivery, isManager };
}

export async function generateMetadata({ params }: DeliveryPageProps): Promise<Metadata> {
  const { delivery } = await loadDelivery(params);
  return { title: `${eventName(delivery)} to ${delivery.channel.url}` };
}

export default async function DeliveryPage({ params }: DeliveryPageProps) {
  const { caseId, delivery, isManager } = await loadDelivery(params);
  const { id, alert, channel, history } = delivery;
  const now = new Date();
  return (
    <>
      <BackLink href={`/${caseId}/webhooks/${channel.id}`}>{channel.url}</BackLink>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 pb-6">
        <div className="grid min-w-0 gap-1.5">
          <h1 className="font-mono text-lg font-semibold">{eventName(delivery)}</h1>
          <p className="text-ink-quiet">
            {alert ? (
              <>
                <Link
                  href={`/${caseId}/snitches/${alert.snitch.token}`}
                  className="text-ink underline underline-offset-4"
                >
                  {alert.snitch.name}
                </Link>
                , <Time at={alert.at} as="exact" />
              </>
            ) : (
              "Test event"
            )}
          </p>
          <p role="status" className="font-medium">
            <DeliveryOutcome delivery={delivery} />
            <span className="font-normal text-ink-quiet">{describeNextAttempt(delivery, now)}</span>
          </p>
        </div>
        {isManager && !channel.disabledAt && (
          <Form action={retryDeliveryAction.bind(null, caseId, id)}>
            <Submit look="plain" busy="Sending…">
              Send Again
            </Submit>
          </Form>
        )}
      </div>
      <Section title="Attempts" aside={history.length > 0 && "Newest first"}>
        <Attempts history={history} />
      </Section>
      {delivery.body !== null && (
        <Section title="Request" aside="The same at every attempt, except for its time and signature">
          <SentRequest url={channel.url} id={id} at={history[0]?.at ?? null} body={delivery.body} />
        </Section>
      )}
      <Live everySeconds={delivery.acceptedAt || delivery.gaveUpAt ? 15 : 2} />
    </>
  );
}

function describeNextAttempt({ acceptedAt, gaveUpAt, history, dueAt }: FoundDelivery, now: Date): string {
  if (acceptedAt || gaveUpAt || history.length === 0) return "";
  return ` · next attempt ${fromNow(dueAt, now)}`;
}
