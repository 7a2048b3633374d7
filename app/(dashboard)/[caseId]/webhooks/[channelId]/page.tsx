import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { currentCase } from "@/app/sign-in/session";
import { Live } from "@/components/live";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { Form, Submit } from "@/components/ui/form";
import { may } from "@/lib/cases/roles";
import { type FoundChannel, findChannel } from "@/lib/channels/list";
import { channelPath } from "@/lib/channels/path";
import { channelState } from "@/lib/channels/state";
import { isConfirmed } from "@/lib/people/second-factors/confirm";
import { isUuid } from "@/lib/rules/uuid";
import { RouteForm } from "../../channels/[channelId]/route-form";
import { disableChannelAction, enableChannelAction } from "../../channels/actions";
import { BackLink } from "../../channels/back-link";
import { Deliveries } from "../../channels/deliveries";
import { routeInWords } from "../../channels/route-words";
import { StateBadge } from "../../channels/state-badge";
import { sendTestEventAction } from "../actions";
import { ManagerSections } from "./manager-sections";

type ChannelPageProps = { params: Promise<{ caseId: string; channelId: string }> };

async function loadChannel(params: ChannelPageProps["params"]) {
  const { caseId, channelId } = await params;
  const { theCase, role, user } = await currentCase(caseId, `/webhooks/${channelId}`);
  const isManager = may(role, "manage_channels");
  const webhook = isUuid(channelId) ? await findChannel(theCase.id, channelId, isManager) : null;
  if (!webhook) notFound();
  if (webhook.kind !== "webhook") redirect(channelPath(theCase.id, webhook));
  return { caseId: theCase.id, webhook, isManager, user };
}

export async function generateMetadata({ params }: ChannelPageProps): Promise<Metadata> {
  const { webhook } = await loadChannel(params);
  return { title: webhook.title };
}

export default async function WebhookPage({ params }: ChannelPageProps) {
  const { caseId, webhook, isManager, user } = await loadChannel(params);
  const { id, name, url, deliveries } = webhook;
  const now = new Date();
  return (
    <>
      <BackLink href={`/${caseId}/channels`}>Channels</BackLink>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 pb-6">
        <div className="grid min-w-0 gap-1.5">
          {name ? (
            <>
              <h1 className="text-lg font-semibold wrap-anywhere">
                <bdi>{name}</bdi>
              </h1>
              <p className="font-mono text-sm wrap-anywhere">{url}</p>
            </>
          ) : (
            <h1 className="font-mono text-lg font-semibold wrap-anywhere">{url}</h1>
          )}
          <p role="status" className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
            <StateBadge
              state={channelState(
                webhook,
                deliveries.some(({ history }) => history.length > 0),
                now,
              )}
            />
            <span className="text-ink-quiet">{describeState(webhook)}</span>
          </p>
        </div>
        {isManager && <WebhookControls caseId={caseId} webhook={webhook} />}
      </div>
      <Section title="Latest deliveries">
        <Deliveries caseId={caseId} channel={webhook} deliveries={deliveries} now={now} />
      </Section>
      <Section id="alerts" title="Which alerts it gets">
        {isManager ? (
          <RouteForm caseId={caseId} channelId={id} route={webhook} isDefault={webhook.isDefault} />
        ) : (
          <p className="text-ink-quiet">
            {routeInWords(webhook) || "All"}
            {webhook.isDefault && ", and those that match no other channel"}.
          </p>
        )}
      </Section>
      {isManager && (
        <ManagerSections caseId={caseId} webhook={webhook} isSecretShown={isConfirmed(user, now)} now={now} />
      )}
      <Live everySeconds={15} />
    </>
  );
}

function describeState({ disabledAt, failingSince, failures, createdAt }: FoundChannel) {
  if (disabledAt) {
    return (
      <>
        It was switched off on <Time at={disabledAt} />,{" "}
        {failingSince ? "because no delivery had been accepted since " : "manually"}
        {failingSince && <Time at={failingSince} />}. It gets no alerts.
      </>
    );
  }
  if (failingSince) {
    const attempts = `${failures} ${failures === 1 ? "attempt has" : "attempts have"} failed`;
    return (
      <>
        {attempts} since <Time at={failingSince} />. After three days it is switched off.
      </>
    );
  }
  return (
    <>
      Added on <Time at={createdAt} as="date" />.
    </>
  );
}

type WebhookSectionProps = { caseId: string; webhook: FoundChannel };

function WebhookControls({ caseId, webhook: { id, disabledAt } }: WebhookSectionProps) {
  if (disabledAt) {
    return (
      <Form action={enableChannelAction.bind(null, caseId, id)}>
        <Submit busy="Switching on…">Switch On</Submit>
      </Form>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Form action={disableChannelAction.bind(null, caseId, id)}>
        <Submit look="bare" busy="Switching off…">
          Switch Off
        </Submit>
      </Form>
      <Form action={sendTestEventAction.bind(null, caseId, id)}>
        <Submit look="plain" busy="Sending…">
          Send Test Event
        </Submit>
      </Form>
    </div>
  );
}
