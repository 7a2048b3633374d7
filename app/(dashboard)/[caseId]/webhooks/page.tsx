import type { Metadata } from "next";
import { DocsLink } from "@/components/docs-link";
import { Live } from "@/components/live";
import { PageHeader } from "@/components/page-header";
import { RelativeTime } from "@/components/relative-time";
import { Empty } from "@/components/ui/empty";
import { Link } from "@/components/ui/link";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { currentCase } from "@/lib/auth/session";
import { may } from "@/lib/cases/roles";
import { type ListedWebhook, listWebhooks } from "@/lib/webhooks/list";
import { webhookState } from "@/lib/webhooks/state";
import { DeliveryOutcome, eventName } from "./delivery-outcome";
import { NewWebhook } from "./new-webhook";
import { routeInWords } from "./route-words";
import { StateBadge } from "./state-badge";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase, role } = await currentCase((await params).caseId, "/webhooks");
  const isManager = may(role, "manage_webhooks");
  const webhooks = await listWebhooks(theCase.id, isManager);
  const now = new Date();
  return (
    <>
      <PageHeader title="Webhooks">
        The alerts of this case are posted to these URLs as signed JSON, and retried until they are accepted.
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {isManager && <NewWebhook caseId={theCase.id} />}
        {webhooks.length === 0 ? (
          <Empty title="No webhooks yet">
            <p>
              Add the URL of a program, a chat or an on-call service. It must respond with a status from 200
              to 209.
            </p>
            <DocsLink page="/webhooks">What is sent, and how to verify it</DocsLink>
          </Empty>
        ) : (
          <Table label="Webhooks" stacks>
            <Head columns={["URL", "State", "Latest delivery", "When"]} />
            <tbody>
              {webhooks.map((webhook) => (
                <WebhookRow key={webhook.id} caseId={theCase.id} webhook={webhook} now={now} />
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
function RouteNote({ webhook }: { webhook: ListedWebhook }) {
  const notes = [routeInWords(webhook), webhook.isDefault && "default"].filter(Boolean);
  return notes.length > 0 && <p className="text-xs text-ink-quiet wrap-anywhere">{notes.join(" · ")}</p>;
}

type WebhookRowProps = { caseId: string; webhook: ListedWebhook; now: Date };

function WebhookRow({ caseId, webhook, now }: WebhookRowProps) {
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
        <StateBadge state={webhookState(webhook, latest !== null && latest.history.length > 0)} />
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
