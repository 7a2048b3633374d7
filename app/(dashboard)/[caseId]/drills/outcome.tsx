import { outcomeText } from "@/lib/channels/outcome-text";
import type { DrillRecipient } from "@/lib/drills/find";
import { describeCapture } from "@/lib/mail/describe-capture";
import { formatCount } from "@/lib/rules/format-count";

const SKIP_LABELS = { left: "unsubscribed", unconfirmed: "address not confirmed yet" } as const;

const MARK_LABELS = { bounced: "Sent, but bounced", complained: "Sent, but reported as spam" } as const;

/** The outcome of a message of a fire drill, and why if it was not accepted. */
export function Outcome({ message }: { message: DrillRecipient }) {
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
