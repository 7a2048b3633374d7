import { RelativeTime } from "@/components/relative-time";
import { Submit } from "@/components/ui/form";
import { Link } from "@/components/ui/link";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { outcomeText } from "@/lib/channels/outcome-text";
import type { StuckMessage } from "@/lib/delivery/list-stuck";

const OBSTACLES = {
  switched_off: "The channel is switched off: a member of the case can switch it on.",
  content_deleted: "Its content was deleted when Tattle gave up, because it may contain secret links.",
};

type StuckTableProps = { messages: StuckMessage[]; now: Date; caseHref: (name: string) => string };

/** The boxes and buttons belong to the form around it. */
export function StuckTable({ messages, now, caseHref }: StuckTableProps) {
  return (
    <Table label="Stuck messages" stacks>
      <Head columns={["Choose", "To", "About", "Why", "Attempts", "Since"]} actions="Try again" />
      <tbody>
        {messages.map((message) => (
          <Row key={message.id}>
            <Cell>
              <input
                type="checkbox"
                name="chosen"
                value={message.id}
                aria-label={`Choose the message to ${nameOf(message)}`}
                disabled={message.obstacle !== null}
              />
              <input type="hidden" name="listed" value={message.id} />
            </Cell>
            <Cell className="min-w-40 max-sm:basis-full">
              <span className="font-medium">{message.service}</span>
              {message.channelName && <span className="wrap-anywhere"> {message.channelName}</span>}
              <span className="block text-sm wrap-anywhere text-ink-quiet">{message.target}</span>
            </Cell>
            <Cell className="max-w-56 min-w-32">
              {message.snitchName && <bdi className="block wrap-anywhere">{message.snitchName}</bdi>}
              {message.caseName === null ? (
                <span className="text-ink-quiet">a person’s account</span>
              ) : (
                <Link
                  href={caseHref(message.caseName)}
                  className="text-sm wrap-anywhere text-ink-quiet underline-offset-4 hover:underline"
                >
                  {message.caseName}
                </Link>
              )}
            </Cell>
            <Cell className="max-w-80 min-w-48 max-sm:basis-full">
              <Why message={message} now={now} />
            </Cell>
            <Cell name="attempts" className="tabular-nums">
              {message.attempts}
            </Cell>
            <Cell name="since" className="whitespace-nowrap text-ink-quiet">
              <RelativeTime at={message.since} now={now} />
            </Cell>
            <Cell>
              {!message.obstacle && (
                <Submit
                  look="plain"
                  name="only"
                  value={message.id}
                  busy="Trying…"
                  className="whitespace-nowrap"
                  aria-label={`Try Again: ${nameOf(message)}`}
                >
                  Try Again
                </Submit>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

const nameOf = ({ service, channelName, target }: StuckMessage) => [service, channelName || target].join(" ");

function Why({ message, now }: { message: StuckMessage; now: Date }) {
  const { outcome, status, gaveUpAt, dueAt, obstacle } = message;
  return (
    <>
      <span className={gaveUpAt ? "text-failed" : "text-errored"}>
        {gaveUpAt ? "Given up" : "Waiting"}
        {": "}
        {outcome === null ? "never tried" : outcomeText(outcome, status)}
      </span>
      <span className="block text-sm text-ink-quiet">
        {obstacle && OBSTACLES[obstacle]}
        {!obstacle && !gaveUpAt && (
          <>
            next attempt <RelativeTime at={dueAt} now={now} />
          </>
        )}
      </span>
    </>
  );
}
