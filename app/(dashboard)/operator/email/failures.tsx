import { DocsLink } from "@/components/page-header";
import { RelativeTime } from "@/components/relative-time";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { outcomeText } from "@/lib/channels/outcome-text";
import type { EmailFailure } from "@/lib/emails/failures";

const STATES: Record<EmailFailure["state"], string> = {
  retrying: "retrying",
  gave_up: "gave up",
  done: "a later attempt succeeded",
};

/** The last attempts to send email that failed, with the mail server’s words. */
export function Failures({ failures, now }: { failures: EmailFailure[]; now: Date }) {
  if (failures.length === 0)
    return (
      <p className="text-ink-quiet">
        No attempt to send an email has failed. <DocsLink page="/emails">Who is emailed</DocsLink>
      </p>
    );
  return (
    <Table label="Failed attempts" stacks>
      <Head columns={["To", "Why", "Since then", "When"]} />
      <tbody>
        {failures.map(({ id, at, address, outcome, status, response, state }) => (
          <Row key={id}>
            <Cell className="min-w-40 break-all max-sm:basis-full">{address}</Cell>
            <Cell className="max-w-96 min-w-48 max-sm:basis-full">
              {outcomeText(outcome, status)}
              {response && (
                <span className="block font-mono text-xs wrap-anywhere text-ink-quiet">
                  {response.slice(0, 200)}
                </span>
              )}
            </Cell>
            <Cell className={state === "gave_up" ? "text-failed" : "text-ink-quiet"}>{STATES[state]}</Cell>
            <Cell className="whitespace-nowrap text-ink-quiet">
              <RelativeTime at={at} now={now} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
