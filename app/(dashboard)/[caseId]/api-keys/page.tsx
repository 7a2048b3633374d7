import type { Metadata } from "next";
import Link from "next/link";
import { Confirm } from "@/components/confirm";
import { PageHeader } from "@/components/page-header";
import { RelativeTime } from "@/components/relative-time";
import { dateInUtc } from "@/components/time-in-words";
import { Empty } from "@/components/ui/empty";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { listApiKeys } from "@/lib/cases/api-key";
import { env } from "@/lib/env";
import { currentCase } from "@/lib/session";
import { issue, revoke } from "./actions";
import { NewKey } from "./new-key";

export const metadata: Metadata = { title: "API keys" };

export default async function ApiKeysPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { owner } = await currentCase((await params).caseId, "/api-keys");
  const keys = await listApiKeys(owner.id);
  const now = new Date();
  return (
    <>
      <PageHeader title="API keys">
        A key lets a program manage the snitches of this case. Make one for each place that uses the API, so
        that you can revoke it alone.{" "}
        <Link href="/docs/api" className="text-ink underline underline-offset-4">
          Read what the API does
        </Link>
        .
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <NewKey appUrl={env.APP_URL} issue={issue.bind(null, owner.id)} />
        {keys.length === 0 ? (
          <Empty title="No keys yet">
            <p>Create one above; you get it together with a command that tries it.</p>
          </Empty>
        ) : (
          <Table label="API keys">
            <Head columns={["Name", "Key", "Created", "Last used"]} actions="Actions" />
            <tbody>
              {keys.map((key) => (
                <Row key={key.id}>
                  <Cell className="max-w-56 font-medium break-words">{key.name}</Cell>
                  <Cell className="font-mono text-ink-quiet">{key.prefix}…</Cell>
                  <Cell className="whitespace-nowrap text-ink-quiet">{dateInUtc(key.createdAt)}</Cell>
                  <Cell className="text-ink-quiet">
                    {key.lastUsedAt ? <RelativeTime at={key.lastUsedAt} now={now} /> : "never"}
                  </Cell>
                  <Cell className="text-right">
                    <Confirm
                      trigger="Revoke…"
                      label={`Revoke ${key.name}`}
                      title={`Revoke “${key.name}”?`}
                      description="Whatever still uses it is refused from then on. This cannot be undone."
                      confirm="Revoke Key"
                      busy="Revoking…"
                      action={revoke.bind(null, owner.id, key.id)}
                    />
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        )}
      </div>
    </>
  );
}
