import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Confirm } from "@/components/confirm";
import { Live } from "@/components/live";
import { Section } from "@/components/section";
import { dateInUtc, momentInUtc } from "@/components/time-in-words";
import { Form, Submit } from "@/components/ui/form";
import { currentCase, isUuid } from "@/lib/auth/session";
import { may } from "@/lib/cases/roles";
import { type FoundWebhook, findWebhook } from "@/lib/webhooks/list";
import { webhookState } from "@/lib/webhooks/state";
import { remove, rotate, tryOut, turn } from "../actions";
import { BackLink } from "../back-link";
import { Deliveries } from "../deliveries";
import { StateBadge } from "../state";
import { Secret } from "./secret";

type WebhookPageProps = { params: Promise<{ caseId: string; webhookId: string }> };

async function shownWebhook(params: WebhookPageProps["params"]) {
  const { caseId, webhookId } = await params;
  const { theCase, role } = await currentCase(caseId, `/webhooks/${webhookId}`);
  const isManager = may(role, "manage_webhooks");
  const webhook = isUuid(webhookId) ? await findWebhook(theCase.id, webhookId, isManager) : null;
  if (!webhook) notFound();
  return { caseId: theCase.id, webhook, isManager };
}

export async function generateMetadata({ params }: WebhookPageProps): Promise<Metadata> {
  const { webhook } = await shownWebhook(params);
  return { title: webhook.url };
}

export default async function WebhookPage({ params }: WebhookPageProps) {
  const { caseId, webhook, isManager } = await shownWebhook(params);
  const { id, url, deliveries } = webhook;
  const now = new Date();
  return (
    <>
      <BackLink href={`/${caseId}/webhooks`}>Webhooks</BackLink>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 pb-6">
        <div className="grid min-w-0 gap-1.5">
          <h1 className="font-mono text-lg font-semibold break-all">{url}</h1>
          <p role="status" className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
            <StateBadge
              state={webhookState(
                webhook,
                deliveries.some(({ history }) => history.length > 0),
              )}
            />
            <span className="text-ink-quiet">{sentenceOf(webhook)}</span>
          </p>
        </div>
        {isManager && <Switches caseId={caseId} webhook={webhook} />}
      </div>
      <Section title="Latest deliveries">
        <Deliveries caseId={caseId} webhookId={id} deliveries={deliveries} now={now} />
      </Section>
      {isManager && <Keeping caseId={caseId} webhook={webhook} now={now} />}
      <Live everySeconds={15} />
    </>
  );
}

function sentenceOf({ disabledAt, failingSince, failures, createdAt }: FoundWebhook): string {
  if (disabledAt) {
    const why = failingSince ? `after it had accepted nothing since ${momentInUtc(failingSince)}` : "by hand";
    return `It was switched off on ${momentInUtc(disabledAt)}, ${why}. It gets no alerts.`;
  }
  if (failingSince) {
    const tries = `${failures} ${failures === 1 ? "try has" : "tries have"} failed`;
    return `${tries} since ${momentInUtc(failingSince)}. After three days it is switched off.`;
  }
  return `Added on ${dateInUtc(createdAt)}.`;
}

type PartProps = { caseId: string; webhook: FoundWebhook };

function Switches({ caseId, webhook: { id, disabledAt } }: PartProps) {
  if (disabledAt) {
    return (
      <Form action={turn.bind(null, caseId, id, "on")}>
        <Submit busy="Switching on…">Switch On</Submit>
      </Form>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Form action={turn.bind(null, caseId, id, "off")}>
        <Submit look="bare" busy="Switching off…">
          Switch Off
        </Submit>
      </Form>
      <Form action={tryOut.bind(null, caseId, id)}>
        <Submit look="plain" busy="Sending…">
          Send Test Event
        </Submit>
      </Form>
    </div>
  );
}

function Keeping({ caseId, webhook, now }: PartProps & { now: Date }) {
  const { id, url, secret, oldSecretUntil } = webhook;
  return (
    <>
      <Section title="Signing secret">
        <Secret secret={secret} />
        {oldSecretUntil && oldSecretUntil > now && (
          <p className="text-sm text-ink-quiet">
            The secret before this one is still good: until {momentInUtc(oldSecretUntil)} every request
            carries a signature by each of them.
          </p>
        )}
        <div className="-ml-3">
          <Confirm
            trigger="Rotate Secret…"
            label="Rotate Secret…"
            title="Give this webhook a new secret?"
            description="For 24 hours requests are signed with the new secret and with this one, so that your receiver can change in its own time."
            confirm="Rotate Secret"
            busy="Rotating…"
            action={rotate.bind(null, caseId, id)}
          />
        </div>
      </Section>
      <Section title="Remove this webhook">
        <p className="max-w-prose text-ink-quiet">
          It gets no more alerts, and what is still on its way is dropped. Its history goes with it.
        </p>
        <div className="-ml-3">
          <Confirm
            trigger="Remove…"
            label={`Remove ${url}`}
            title="Remove this webhook?"
            description="It gets no more alerts, and what is still on its way is dropped. Its history goes with it."
            confirm="Remove Webhook"
            busy="Removing…"
            action={remove.bind(null, caseId, id)}
          />
        </div>
      </Section>
    </>
  );
}
