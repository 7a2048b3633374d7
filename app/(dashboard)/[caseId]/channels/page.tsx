import type { Metadata } from "next";
import { currentCase } from "@/app/sign-in/session";
import { ServiceMark } from "@/components/channels/service-mark";
import { Live } from "@/components/live";
import { DocsLink, Empty, PageHeader } from "@/components/page-header";
import { RelativeTime } from "@/components/relative-time";
import { Time } from "@/components/time";
import { ButtonLink } from "@/components/ui/button";
import { Plus } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { may } from "@/lib/cases/roles";
import { type ListedChannel, listChannels } from "@/lib/channels/list";
import { channelState } from "@/lib/channels/state";
import { DeliveryOutcome, messageName } from "./delivery-outcome";
import { formatRoute } from "./format-route";
import { StateBadge } from "./state-badge";

export const metadata: Metadata = { title: "Channels" };

export default async function ChannelsPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase, role } = await currentCase((await params).caseId, "/channels");
  const isManager = may(role, "manage_channels");
  const channels = await listChannels(theCase.id, isManager);
  const now = new Date();
  return (
    <>
      <PageHeader
        title="Channels"
        actions={
          isManager && (
            <ButtonLink href={`/${theCase.id}/channels/new`} look="primary">
              <Plus aria-hidden />
              Add Channel
            </ButtonLink>
          )
        }
      >
        Alerts go here as well as by email.
      </PageHeader>
      {channels.length === 0 ? (
        <NoChannels isManager={isManager} />
      ) : (
        <Table label="Channels" stacks>
          <Head columns={["Channel", "State", "Gets", "Latest delivery", "When"]} />
          <tbody>
            {channels.map((channel) => (
              <ChannelRow key={channel.id} caseId={theCase.id} channel={channel} now={now} />
            ))}
          </tbody>
        </Table>
      )}
      <Live everySeconds={15} />
    </>
  );
}

const NoChannels = ({ isManager }: { isManager: boolean }) => (
  <Empty title="No channels yet">
    <p>
      A channel notifies people where they already look: in a chat, on call or on a phone.{" "}
      {isManager
        ? "Add one, and send it a test. Until then, alerts are only emailed."
        : "Until there is one, alerts are only emailed. An admin of this case can add one."}
    </p>
    <DocsLink page="/channels">What each channel needs, and what it is sent</DocsLink>
  </Empty>
);

function ChannelRow({ caseId, channel, now }: { caseId: string; channel: ListedChannel; now: Date }) {
  const { latest, title, service } = channel;
  const isTried = latest !== null && latest.history.length > 0;
  return (
    <Row>
      <Cell className="min-w-40 max-sm:basis-full">
        <div className="flex items-center gap-3">
          <ServiceMark kind={channel.kind} />
          <div className="min-w-0">
            <Link
              href={`/${caseId}/channels/${channel.id}`}
              className="py-1 font-medium wrap-anywhere hover:underline"
            >
              <bdi>{title}</bdi>
            </Link>
            {title !== service && <p className="text-xs text-ink-quiet">{service}</p>}
          </div>
        </div>
      </Cell>
      <Cell>
        <StateBadge state={channelState(channel, isTried, now)} />
        <StateNote channel={channel} now={now} />
      </Cell>
      <Cell name="Gets" className="min-w-32 text-ink-quiet wrap-anywhere sm:first-letter:uppercase">
        {[formatRoute(channel) || "all alerts", channel.isDefault && "fallback"].filter(Boolean).join(" · ")}
      </Cell>
      <Cell className="min-w-36">
        {latest ? (
          <>
            {messageName(latest)} <span className="text-ink-quiet">·</span>{" "}
            <DeliveryOutcome delivery={latest} />
          </>
        ) : (
          <span className="text-ink-quiet max-sm:hidden">None yet</span>
        )}
      </Cell>
      <Cell className="whitespace-nowrap text-ink-quiet">
        {latest && <RelativeTime at={latest.createdAt} now={now} />}
      </Cell>
    </Row>
  );
}

/** Since when it fails, or why it was switched off. */
function StateNote({ channel, now }: { channel: ListedChannel; now: Date }) {
  const { disabledAt, disabledReason, failingSince, limitedUntil } = channel;
  const note = "max-w-72 text-xs text-ink-quiet wrap-anywhere";
  if (disabledAt) return disabledReason && <p className={note}>{disabledReason}</p>;
  if (failingSince)
    return (
      <p className={note}>
        since <Time at={failingSince} near={now} />
      </p>
    );
  if (!limitedUntil || limitedUntil <= now) return null;
  return (
    <p className={note}>
      until <Time at={limitedUntil} near={now} />
    </p>
  );
}
