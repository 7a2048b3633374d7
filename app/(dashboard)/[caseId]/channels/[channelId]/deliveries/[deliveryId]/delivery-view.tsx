import clsx from "clsx";
import { Live } from "@/components/live";
import { BackLink } from "@/components/page-header";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { fromNow } from "@/components/time-formats";
import { ButtonLink } from "@/components/ui/button";
import { Form, Submit } from "@/components/ui/form";
import { Link } from "@/components/ui/link";
import { findKind } from "@/lib/channel-kinds/find";
import type { FoundDelivery } from "@/lib/channels/list";
import { retryDeliveryAction } from "../../../actions";
import { DeliveryOutcome, deliveryName } from "../../../delivery-outcome";
import { Attempts } from "./attempts";
import { NotificationFacts } from "./notification-facts";
import { SentRequest } from "./sent-request";

type DeliveryViewProps = { caseId: string; delivery: FoundDelivery; isManager: boolean };

/** A delivery with all its attempts, and what was sent. */
export function DeliveryView({ caseId, delivery, isManager }: DeliveryViewProps) {
  const { id, channel, history, body, request } = delivery;
  const now = new Date();
  const isWebhook = channel.kind === "webhook";
  const isNotification = findKind(channel.kind).toMessage === undefined;
  return (
    <>
      <BackLink href={`/${caseId}/channels/${channel.id}`}>{channel.title}</BackLink>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 pb-6">
        <div className="grid min-w-0 gap-1.5">
          <h1 className={clsx("text-lg font-semibold", isWebhook && "font-mono")}>
            {deliveryName(channel.kind, delivery)}
          </h1>
          <Subject caseId={caseId} delivery={delivery} />
          <p role="status" className="font-medium">
            <DeliveryOutcome delivery={delivery} />
            <span className="font-normal text-ink-quiet">{describeNextAttempt(delivery, now)}</span>
          </p>
        </div>
        {isManager && !channel.disabledAt && (
          <div className="flex gap-2">
            {!delivery.acceptedAt && (
              <ButtonLink href={`/${caseId}/channels/${channel.id}`}>Edit Channel</ButtonLink>
            )}
            <Form action={retryDeliveryAction.bind(null, caseId, id)}>
              <Submit look="plain" busy="Sending…">
                Send Again
              </Submit>
            </Form>
          </div>
        )}
      </div>
      <Section title="Attempts" aside={history.length > 0 && "Newest first"}>
        <Attempts history={history} />
      </Section>
      {request && (
        <Section
          title={request.isEvent ? "Event" : "Request"}
          aside={
            request.isEvent
              ? "The event behind this body"
              : "The same in every attempt, except for its time and signature"
          }
        >
          <SentRequest url={channel.url} id={id} at={history[0]?.at ?? null} request={request} />
        </Section>
      )}
      {body !== null && isNotification && (
        <Section title="Content" aside="The same in every attempt">
          <NotificationFacts body={body} isAccepted={delivery.acceptedAt !== null} />
        </Section>
      )}
      <Live everySeconds={delivery.acceptedAt || delivery.gaveUpAt ? 15 : 2} />
    </>
  );
}

function Subject({
  caseId,
  delivery: { alert, incident, channel, createdAt, drillId },
}: Omit<DeliveryViewProps, "isManager">) {
  if (drillId)
    return (
      <p className="text-ink-quiet">
        <Link href={`/${caseId}/drills/${drillId}`} className="text-ink underline underline-offset-4">
          Who confirmed it
        </Link>
        , <Time at={createdAt} as="exact" />
      </p>
    );
  const snitch = (alert ?? incident)?.snitch;
  if (!snitch && channel.kind === "webhook") return <p className="text-ink-quiet">Test event</p>;
  return (
    <p className="text-ink-quiet">
      {snitch && (
        <>
          <Link
            href={`/${caseId}/snitches/${snitch.token}`}
            className="text-ink underline underline-offset-4 wrap-anywhere"
          >
            <bdi>{snitch.name}</bdi>
          </Link>
          ,{" "}
        </>
      )}
      <Time at={alert?.at ?? createdAt} as="exact" />
      {alert && (
        <>
          {" · "}
          <Link
            href={`/${caseId}/alerts/${alert.id}`}
            className="underline underline-offset-4 hover:text-ink"
          >
            Why this alert
          </Link>
        </>
      )}
    </p>
  );
}

function describeNextAttempt(delivery: FoundDelivery, now: Date): string {
  const { acceptedAt, gaveUpAt, history, dueAt } = delivery;
  if (acceptedAt || gaveUpAt || history.length === 0) return "";
  return ` · next attempt ${fromNow(dueAt, now)}`;
}
