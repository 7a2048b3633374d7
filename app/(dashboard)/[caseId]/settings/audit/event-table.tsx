import { currentReader } from "@/app/sign-in/reader";
import { RelativeTime } from "@/components/relative-time";
import { timeFormats } from "@/components/time-formats";
import { KeyRound, Terminal, UserRound } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { ACTIONS } from "@/lib/audit/actions";
import type { ListedEvent } from "@/lib/audit/list";
import { formatFacts } from "./facts";

export async function EventTable({ caseId, events }: { caseId: string; events: ListedEvent[] }) {
  const { exact } = timeFormats((await currentReader()).display);
  const now = new Date();
  return (
    <Table label="Audit log" stacks>
      <Head columns={["When", "Who", "What", "From"]} />
      <tbody>
        {events.map((event) => (
          <Row key={event.id}>
            <Cell className="align-top text-ink-quiet">
              <RelativeTime at={event.at} now={now} />
            </Cell>
            <Cell className="max-w-56 min-w-44 align-top">
              <ActorName {...event} />
            </Cell>
            <Cell className="min-w-56 align-top max-sm:basis-full">
              {ACTIONS[event.action] ?? event.action} <Resource caseId={caseId} event={event} />
              {formatFacts(event.facts, exact).map((fact) => (
                <p key={fact} className="pt-0.5 text-xs wrap-anywhere text-ink-quiet">
                  {fact}
                </p>
              ))}
            </Cell>
            <Cell name="from" className="align-top font-mono text-xs text-ink-quiet">
              {event.address}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

const ACTORS = {
  user: { Icon: UserRound, word: "" },
  api_key: { Icon: KeyRound, word: "API key " },
  operator: { Icon: Terminal, word: "" },
  tattle: { Icon: Terminal, word: "" },
} as const;

function ActorName({ actorKind, actorName }: Pick<ListedEvent, "actorKind" | "actorName">) {
  const { Icon, word } = ACTORS[actorKind];
  return (
    <span className="flex items-baseline gap-1.5">
      <Icon aria-hidden className="size-3.5 shrink-0 translate-y-0.5 text-ink-quiet" />
      <span className="min-w-0 wrap-anywhere">
        {word && <span className="sr-only">{word}</span>}
        {actorName}
      </span>
    </span>
  );
}

function Resource({
  caseId,
  event: { action, resourceId, resourceName },
}: {
  caseId: string;
  event: ListedEvent;
}) {
  // The member is the actor, who is shown already.
  if (action === "member.joined" || action === "member.left") return null;
  if (action === "drill.started") {
    return (
      <Link href={`/${caseId}/drills/${resourceId}`} className="font-medium hover:underline">
        {resourceName}
      </Link>
    );
  }
  if (!action.startsWith("snitch.") || action === "snitch.removed") {
    return (
      <strong className="font-medium wrap-anywhere">
        <bdi>{resourceName}</bdi>
      </strong>
    );
  }
  return (
    <Link href={`/${caseId}/snitches/${resourceId}`} className="font-medium wrap-anywhere hover:underline">
      <bdi>{resourceName}</bdi>
    </Link>
  );
}
