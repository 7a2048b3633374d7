import type { Metadata } from "next";
import { currentOperator } from "@/app/sign-in/session";
import { DocsLink } from "@/components/docs-link";
import { Live } from "@/components/live";
import { PageHeader } from "@/components/page-header";
import { ButtonLink } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { type CapturedQuery, listCaptured } from "@/lib/mail/list-captured";
import { sendsRealEmail } from "@/lib/mail/provider";
import type { Query } from "../[caseId]/(list)/filters";
import { CapturedTable } from "./captured-table";
import { OutboxFilter } from "./outbox-filter";
import { outboxUrl, parseOutboxQuery } from "./query";

export const metadata: Metadata = { title: "Outbox" };

export default async function OutboxPage({ searchParams }: { searchParams: Promise<Query> }) {
  await currentOperator();
  const query = parseOutboxQuery(await searchParams);
  const { emails, next } = await listCaptured(query);
  const isFiltered = Boolean(query.subject || query.to);
  return (
    <>
      <PageHeader title="Outbox">
        {sendsRealEmail() ? WHILE_SENDING : WHILE_CAPTURING} Only operators can read them.
      </PageHeader>
      {(emails.length > 0 || isFiltered) && <OutboxFilter query={query} />}
      {emails.length > 0 && <CapturedTable emails={emails} query={query} now={new Date()} />}
      {emails.length === 0 && <NoEmails query={query} isFiltered={isFiltered} />}
      <Pages query={query} next={next} />
      <Live everySeconds={15} />
    </>
  );
}

const WHILE_CAPTURING = "Emails are kept here for 30 days and not sent, because no mail server is set up.";
const WHILE_SENDING =
  "These emails were kept here, not sent, because no mail server was set up then. New ones are sent.";

function NoEmails({ query, isFiltered }: { query: CapturedQuery; isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Empty title="No email matches">
        <ButtonLink href="/outbox">Clear Search</ButtonLink>
      </Empty>
    );
  }
  if (query.after) {
    return (
      <Empty title="No older emails">
        <ButtonLink href="/outbox">Newest</ButtonLink>
      </Empty>
    );
  }
  if (sendsRealEmail()) {
    return (
      <Empty title="Nothing is kept here">
        <p>A mail server is set up, so emails are sent.</p>
        <ButtonLink href="/operator/email">Email Settings</ButtonLink>
      </Empty>
    );
  }
  return (
    <Empty title="No emails yet">
      <p>The first alert appears here. No one gets it by email until you set up a mail server.</p>
      <DocsLink page="/emails">Who is emailed, and when</DocsLink>
      <ButtonLink href="/operator/email">Set Up Email</ButtonLink>
    </Empty>
  );
}

function Pages({ query, next }: { query: CapturedQuery; next: CapturedQuery["after"] }) {
  if (!next && !query.after) return null;
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2 pt-4">
      {query.after && <ButtonLink href={outboxUrl({ ...query, after: null })}>Newest</ButtonLink>}
      {next && <ButtonLink href={outboxUrl({ ...query, after: next })}>Older</ButtonLink>}
    </nav>
  );
}
