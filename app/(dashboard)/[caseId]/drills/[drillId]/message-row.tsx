import clsx from "clsx";
import { RelativeTime } from "@/components/relative-time";
import { Check, Mail, Send } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { Cell, Row } from "@/components/ui/table";
import { outcomeText } from "@/lib/channels/outcome-text";
import type { DrillRecipient } from "@/lib/drills/find";
import { describeCapture } from "@/lib/mail/describe-capture";
import { formatCount } from "@/lib/rules/format-count";

/** `isOver`: the time to confirm has passed. */
type MessageRowProps = { caseId: string; message: DrillRecipient; now: Date; isOver: boolean };

/** The receiver of a message of a fire drill, its outcome, and who confirmed it. */
export function MessageRow({ caseId, message, now, isOver }: MessageRowProps) {
  const { id, channel, name } = message;
  const Icon = channel ? Send : Mail;
  const path = channel?.id ? `/${caseId}/channels/${channel.id}` : null;
  return (
    <Row>
      <Cell className="min-w-44 max-sm:basis-full">
        <span className="inline-flex items-baseline gap-2">
          <Icon aria-hidden className="size-3.5 shrink-0 translate-y-0.5 text-ink-quiet" />
          {path ? (
            <Link href={path} className="py-1 font-medium wrap-anywhere hover:underline">
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <span className="font-medium wrap-anywhere">
              <bdi>{name}</bdi>
            </span>
          )}
        </span>
        {channel && !path && <span className="block pl-5.5 text-xs text-ink-quiet">Removed since</span>}
      </Cell>
      <Cell className="min-w-40 max-sm:basis-full">
        {path ? (
          <Link href={`${path}/deliveries/${id}`} className="inline-block py-1 hover:underline">
            <Outcome message={message} />
          </Link>
        ) : (
          <Outcome message={message} />
        )}
      </Cell>
      <Cell className="min-w-36">
        <Confirmed message={message} now={now} isOver={isOver} />
      </Cell>
    </Row>
  );
}

function Confirmed({
  message: { confirmedAt, confirmedBy, name },
  now,
  isOver,
}: Pick<MessageRowProps, "message" | "now" | "isOver">) {
  if (!confirmedAt)
    return (
      <span className={clsx(isOver ? "text-errored" : "text-ink-quiet")}>
        {isOver ? "Not confirmed" : "Not confirmed yet"}
      </span>
    );
  return (
    <span className="inline-flex items-baseline gap-1.5 text-healthy">
      <Check aria-hidden className="size-3.5 shrink-0 translate-y-0.5" />
      <span>
        Confirmed <RelativeTime at={confirmedAt} now={now} />
        {confirmedBy && confirmedBy !== name && (
          <span className="block text-xs wrap-anywhere text-ink-quiet">
            by <bdi>{confirmedBy}</bdi>
          </span>
        )}
      </span>
    </span>
  );
}

const SKIP_LABELS = { left: "unsubscribed", unconfirmed: "address not confirmed yet" } as const;

const MARK_LABELS = { bounced: "Sent, but bounced", complained: "Sent, but reported as spam" } as const;

/** The outcome of a message of a fire drill, and why if it was not accepted. */
function Outcome({ message }: { message: DrillRecipient }) {
  const { state, channel, latest, attempts, mark } = message;
  if (mark) return <span className="text-failed">{MARK_LABELS[mark]}</span>;
  if (state === "accepted" && latest?.outcome === "nothing_to_say")
    return <span className="text-ink-quiet">{outcomeText(latest.outcome, null)}</span>;
  if (state === "accepted") return <span>{channel ? "Accepted" : "Sent"}</span>;
  if (state === "captured") return <span className="text-errored">{capitalized(describeCapture())}</span>;
  if (channel && channel.id === null)
    return <span className="text-ink-quiet">Not sent before the channel was removed</span>;
  if (!latest && state === "pending") return <span className="text-ink-quiet">Queued</span>;
  return (
    <>
      <span className={latest?.outcome === "limited" ? "text-errored" : "text-failed"}>
        {latest ? outcomeText(latest.outcome, latest.status) : notSent(message)}
        {latest && (
          <span className="text-ink-quiet">
            {" "}
            · {formatCount(attempts, "attempt")}, {state === "pending" ? "will retry" : "gave up"}
          </span>
        )}
      </span>
      {latest?.response && (
        <span className="line-clamp-2 text-xs wrap-anywhere text-ink-quiet">{latest.response}</span>
      )}
    </>
  );
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function notSent({ skipReason, channel }: DrillRecipient): string {
  if (skipReason) return `Not sent: ${SKIP_LABELS[skipReason]}`;
  return channel?.isOff ? "Not sent: the channel was switched off" : "Not sent";
}
