import type { Metadata } from "next";
import Link from "next/link";
import { Live } from "@/components/live";
import { PageHeader } from "@/components/page-header";
import { RelativeTime } from "@/components/relative-time";
import { Empty } from "@/components/ui/empty";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { currentOperator } from "@/lib/auth/session";
import { listCaptured } from "@/lib/mail/captured";
import { DashboardShell } from "../dashboard-shell";

export const metadata: Metadata = { title: "Outbox" };

export default async function OutboxPage() {
  const user = await currentOperator();
  const emails = await listCaptured();
  const now = new Date();
  return (
    <DashboardShell user={user}>
      <PageHeader title="Outbox">
        This installation has no mail provider, so e-mails are kept here instead of being sent. Only operators
        can read them.
      </PageHeader>
      {emails.length === 0 ? (
        <Empty title="No e-mails yet">
          <p>The first alert appears here. Set RESEND_API_KEY or SMTP_URL to have them sent instead.</p>
        </Empty>
      ) : (
        <Table label="Captured e-mails" stacks>
          <Head columns={["Subject", "To", "When"]} />
          <tbody>
            {emails.map(({ id, at, to, subject }) => (
              <Row key={id}>
                <Cell className="min-w-44 break-words max-sm:basis-full">
                  <Link href={`/outbox/${id}`} className="py-0.5 font-medium hover:underline">
                    {subject}
                  </Link>
                </Cell>
                <Cell className="break-all text-ink-quiet">{to}</Cell>
                <Cell className="text-ink-quiet">
                  <RelativeTime at={at} now={now} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      <Live everySeconds={15} />
    </DashboardShell>
  );
}
