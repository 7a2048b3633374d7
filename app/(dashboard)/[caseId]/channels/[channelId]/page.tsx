import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { currentReader } from "@/app/sign-in/reader";
import { currentCase } from "@/app/sign-in/session";
import { ServiceMark } from "@/components/channels/service-mark";
import { Confirm } from "@/components/confirm";
import { Live } from "@/components/live";
import { BackLink } from "@/components/page-header";
import { Section } from "@/components/section";
import { TimeZoneList } from "@/components/time-zone-list";
import { Form, Submit } from "@/components/ui/form";
import { may } from "@/lib/cases/roles";
import { webPush } from "@/lib/channel-kinds/web-push";
import { webhook } from "@/lib/channel-kinds/webhook";
import { findStored } from "@/lib/channels/find";
import { type FoundChannel, findChannel } from "@/lib/channels/list";
import { hasHours } from "@/lib/channels/routing";
import { channelState } from "@/lib/channels/state";
import { isConfirmed } from "@/lib/people/second-factors/confirm";
import { isUuid } from "@/lib/rules/uuid";
import { disableChannelAction, removeChannelAction } from "../actions";
import { Deliveries } from "../deliveries";
import { formatRoute } from "../format-route";
import { StateBadge } from "../state-badge";
import { ButtonsRest } from "./buttons-rest";
import { Hook } from "./hook";
import { RouteForm } from "./route-form";
import { SendTest } from "./send-test";
import { SettingsForm } from "./settings-form";
import { SigningSecret } from "./signing-secret";
import { stateSentence } from "./state-sentence";
import { Subscription } from "./subscription";
import { SwitchedOff } from "./switched-off";

type ChannelPageProps = {
  params: Promise<{ caseId: string; channelId: string }>;
  searchParams: Promise<{ way?: unknown }>;
};

async function loadChannel(params: ChannelPageProps["params"]) {
  const { caseId, channelId } = await params;
  const { theCase, role, user } = await currentCase(caseId, `/channels/${channelId}`);
  const isManager = may(role, "manage_channels");
  const channel = isUuid(channelId) ? await findChannel(theCase.id, channelId, isManager) : null;
  if (!channel) notFound();
  return { caseId: theCase.id, channel, isManager, user };
}

export async function generateMetadata({ params }: ChannelPageProps): Promise<Metadata> {
  const { channel } = await loadChannel(params);
  return { title: channel.title };
}

export default async function ChannelPage({ params, searchParams }: ChannelPageProps) {
  const { caseId, channel, isManager, user } = await loadChannel(params);
  const { id, deliveries, disabledAt } = channel;
  const stored = isManager ? await findStored(caseId, id) : null;
  const { display } = await currentReader();
  const now = new Date();
  return (
    <>
      <BackLink href={`/${caseId}/channels`}>Channels</BackLink>
      <ChannelHeader caseId={caseId} channel={channel} isManager={isManager} now={now} />
      {disabledAt && <SwitchedOff caseId={caseId} channel={channel} isManager={isManager} />}
      {!disabledAt && <ButtonsRest channel={channel} now={now} />}
      {isManager && !disabledAt && (
        <Section title="Test">
          <SendTest caseId={caseId} channelId={id} />
        </Section>
      )}
      {stored && !disabledAt && <Subscription channel={stored} />}
      {stored && !disabledAt && <Hook channel={stored} />}
      <Section title="Latest deliveries">
        <Deliveries caseId={caseId} channel={channel} deliveries={deliveries} now={now} />
      </Section>
      {stored && channel.kind !== webPush.kind && (
        <Section id="settings" title="Settings">
          <SettingsForm caseId={caseId} channel={stored} way={(await searchParams).way} />
        </Section>
      )}
      <Section id="alerts" title="Which alerts it gets">
        {isManager ? (
          <>
            <RouteForm
              caseId={caseId}
              channelId={id}
              route={channel}
              isDefault={channel.isDefault}
              reader={hasHours(channel.kind) ? { zone: display.zone, now } : null}
            />
            <TimeZoneList first={display.zone} />
          </>
        ) : (
          <p className="text-ink-quiet">
            {formatRoute(channel) || "All"}
            {channel.isDefault && ", and those that match no other channel"}.
          </p>
        )}
      </Section>
      {isManager && channel.kind === webhook.kind && (
        <SigningSecret caseId={caseId} channel={channel} isShown={isConfirmed(user, now)} now={now} />
      )}
      {isManager && <Removal caseId={caseId} channel={channel} />}
      <Live everySeconds={15} />
    </>
  );
}

type ChannelHeaderProps = { caseId: string; channel: FoundChannel; isManager: boolean; now: Date };

function ChannelHeader({ caseId, channel, isManager, now }: ChannelHeaderProps) {
  const { id, title, service, deliveries, disabledAt } = channel;
  const isTried = deliveries.some(({ history }) => history.length > 0);
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 pb-6">
      <div className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5">
        <ServiceMark kind={channel.kind} />
        <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">
          <bdi>{title}</bdi>
          {title !== service && <span className="font-normal text-ink-quiet"> · {service}</span>}
        </h1>
        <p role="status" className="col-span-2 flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
          <StateBadge state={channelState(channel, isTried, now)} />
          <span className="text-ink-quiet">{stateSentence(channel, now)}</span>
        </p>
      </div>
      {isManager && !disabledAt && (
        <Form action={disableChannelAction.bind(null, caseId, id)}>
          <Submit look="bare" busy="Switching off…">
            Switch Off
          </Submit>
        </Form>
      )}
    </div>
  );
}

const LOSS = "It gets no more alerts. Its pending deliveries and its history are deleted.";

const Removal = ({ caseId, channel: { id, title } }: { caseId: string; channel: FoundChannel }) => (
  <Section title="Remove this channel">
    <p className="max-w-prose text-ink-quiet">{LOSS}</p>
    <div>
      <Confirm
        trigger="Remove…"
        label={`Remove… ${title}`}
        title={`Remove ${title}?`}
        description={LOSS}
        confirm="Remove Channel"
        busy="Removing…"
        action={removeChannelAction.bind(null, caseId, id)}
      />
    </div>
  </Section>
);
