import type { Metadata } from "next";
import { currentOperator } from "@/app/sign-in/session";
import { Live } from "@/components/live";
import { DocsLink, Empty, PageHeader } from "@/components/page-header";
import { RelativeTime } from "@/components/relative-time";
import { Button, ButtonLink } from "@/components/ui/button";
import { INPUT } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { type CapturedQuery, type ListedCaptured, listCaptured } from "@/lib/mail/list-captured";
import { sendsRealEmail } from "@/lib/mail/provider";
import type { Query } from "../[caseId]/(list)/filters";
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

type CapturedTableProps = { emails: ListedCaptured[]; query: CapturedQuery; now: Date };

/** Captured emails. Each address links to all emails for it. */
const CapturedTable = ({ emails, query, now }: CapturedTableProps) => (
  <Table label="Captured emails" stacks>
    <Head columns={["Subject", "To", "When"]} />
    <tbody>
      {emails.map(({ id, at, to, subject }) => (
        <Row key={id}>
          <Cell className="min-w-44 wrap-anywhere max-sm:basis-full">
            <Link href={`/outbox/${id}`} className="py-0.5 font-medium hover:underline">
              {subject}
            </Link>
          </Cell>
          <Cell className="break-all text-ink-quiet">
            <Link
              href={outboxUrl({ ...query, to, after: null })}
              title={`All emails to ${to}`}
              className="py-0.5 hover:text-ink hover:underline"
            >
              {to}
            </Link>
          </Cell>
          <Cell className="whitespace-nowrap text-ink-quiet">
            <RelativeTime at={at} now={now} />
          </Cell>
        </Row>
      ))}
    </tbody>
  </Table>
);

/** Searches captured emails by subject and address. A plain form, so that it works without JavaScript. */
function OutboxFilter({ query: { subject, to } }: { query: CapturedQuery }) {
  return (
    <search>
      {/* A new key after each search, so that the fields show what was searched for. */}
      <form action="/outbox" className="flex flex-wrap gap-2 pb-3" key={`${subject} ${to}`}>
        <SearchInput name="subject" label="Search subjects" value={subject} />
        <SearchInput name="to" label="Filter by address" value={to} />
        <Button type="submit" className="h-9">
          Search
        </Button>
        {(subject || to) && (
          <ButtonLink href="/outbox" look="bare" className="h-9">
            Clear
          </ButtonLink>
        )}
      </form>
    </search>
  );
}

const SearchInput = ({ name, label, value }: { name: string; label: string; value?: string }) => (
  <input
    name={name}
    type="search"
    aria-label={label}
    placeholder={`${label}…`}
    defaultValue={value}
    className={`${INPUT} h-9 min-w-40 flex-1 sm:max-w-64`}
  />
);
