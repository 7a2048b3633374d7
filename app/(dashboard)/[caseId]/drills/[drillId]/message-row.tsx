import clsx from "clsx";
import { RelativeTime } from "@/components/relative-time";
import { Check, Mail, Send } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { Cell, Row } from "@/components/ui/table";
import type { DrillRecipient } from "@/lib/drills/find";
import { Outcome } from "../outcome";

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
