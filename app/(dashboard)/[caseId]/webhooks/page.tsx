import type { Metadata } from "next";
import { currentCase } from "@/app/sign-in/session";
import { DocsLink } from "@/components/docs-link";
import { Live } from "@/components/live";
import { PageHeader } from "@/components/page-header";
import { RelativeTime } from "@/components/relative-time";
import { Empty } from "@/components/ui/empty";
import { Link } from "@/components/ui/link";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { may } from "@/lib/cases/roles";
import { type ListedChannel, listChannels } from "@/lib/channels/list";
import { channelState } from "@/lib/channels/state";
import { BackLink } from "../channels/back-link";
import { DeliveryOutcome, eventName } from "../channels/delivery-outcome";
import { routeInWords } from "../channels/route-words";
import { StateBadge } from "../channels/state-badge";
import { NewChannel } from "./new-webhook";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase, role } = await currentCase((await params).caseId, "/webhooks");
  const isManager = may(role, "manage_channels");
  const channels = await listChannels(theCase.id, isManager);
  const webhooks = channels.filter(({ kind }) => kind === "webhook");
  const now = new Date();
  return (
    <>
      <BackLink href={`/${theCase.id}/channels`}>Channels</BackLink>
      <PageHeader title="Webhooks">
        The alerts of this case are posted to these URLs as signed JSON, and retried until they are accepted.
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {isManager && <NewChannel caseId={theCase.id} />}
        {webhooks.length === 0 ? (
          <Empty title="No webhooks yet">
            <p>Add the URL of your program. It must respond with a status from 200 to 209.</p>
            <DocsLink page="/webhooks">What is sent, and how to verify it</DocsLink>
          </Empty>
        ) : (
          <Table label="Webhooks" stacks>
            <Head columns={["URL", "State", "Latest delivery", "When"]} />
            <tbody>
              {webhooks.map((webhook) => (
                <ChannelRow key={webhook.id} caseId={theCase.id} webhook={webhook} now={now} />
              ))}
            </tbody>
          </Table>
        )}
      </div>
      <Live everySeconds={15} />
    </>
  );
}

/** Which alerts a webhook gets, unless it gets all. */
function RouteNote({ webhook }: { webhook: ListedChannel }) {
  const notes = [routeInWords(webhook), webhook.isDefault && "fallback"].filter(Boolean);
  return notes.length > 0 && <p className="text-xs text-ink-quiet wrap-anywhere">{notes.join(" · ")}</p>;
}

type WebhookRowProps = { caseId: string; webhook: ListedChannel; now: Date };

function ChannelRow({ caseId, webhook, now }: WebhookRowProps) {
  const { latest } = webhook;
  return (
    <Row>
      <Cell className="min-w-44 max-sm:basis-full">
        <Link
          href={`/${caseId}/webhooks/${webhook.id}`}
          className="py-1 font-mono text-sm font-medium wrap-anywhere hover:underline"
        >
          {webhook.url}
        </Link>
        <RouteNote webhook={webhook} />
      </Cell>
      <Cell>
        <StateBadge state={channelState(webhook, latest !== null && latest.history.length > 0, now)} />
      </Cell>
      <Cell className="min-w-36">
        {latest ? (
          <>
            <span className="font-mono text-xs">{eventName(latest)}</span>{" "}
            <span className="text-ink-quiet">·</span> <DeliveryOutcome delivery={latest} />
          </>
        ) : (
          <span className="text-ink-quiet">None yet</span>
        )}
      </Cell>
      <Cell className="text-ink-quiet">{latest && <RelativeTime at={latest.createdAt} now={now} />}</Cell>
    </Row>
  );
}
