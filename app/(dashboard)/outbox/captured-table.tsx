import { RelativeTime } from "@/components/relative-time";
import { Link } from "@/components/ui/link";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import type { CapturedQuery, ListedCaptured } from "@/lib/mail/list-captured";
import { outboxUrl } from "./query";

type CapturedTableProps = { emails: ListedCaptured[]; query: CapturedQuery; now: Date };

/** Captured emails. Each address links to all emails for it. */
export const CapturedTable = ({ emails, query, now }: CapturedTableProps) => (
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
