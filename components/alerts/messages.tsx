import clsx from "clsx";
import { notificationInWords } from "@/components/snitches/notifications";
import { Time } from "@/components/time";
import { Mail, Send, Webhook } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import type { AlertMessage } from "@/lib/check-ins/find-alert";

const ICONS = { mail: Mail, webhook: Webhook, channel: Send };
const LOOKS: Partial<Record<AlertMessage["outcome"], string>> = {
  gave_up: "text-failed",
  captured: "text-errored",
};

type MessagesProps = {
  messages: AlertMessage[];
  /** The page of a delivery. */
  hrefOf: (message: AlertMessage) => string | null;
  /** Its attempts, as the page shows them. */
  attemptsOf: (message: AlertMessage) => React.ReactNode;
};

/** Each message about an alert: what became of it, every attempt with its answer, and when the next one is due. */
export const Messages = ({ messages, hrefOf, attemptsOf }: MessagesProps) => (
  <ul className="grid" aria-label="Messages">
    {messages.map((message) => (
      <li
        key={message.id}
        className="grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-3 gap-y-2 border-b border-line py-3 text-sm first:pt-0 last:border-0"
      >
        <Line message={message} href={hrefOf(message)} />
        {message.attempts.length > 0 && message.outcome !== "captured" && (
          <div className="col-start-2 min-w-0">{attemptsOf(message)}</div>
        )}
      </li>
    ))}
  </ul>
);

function Line({ message, href }: { message: AlertMessage; href: string | null }) {
  const { how, outcome, proof, nextAt } = message;
  const Icon = ICONS[how];
  const words = notificationInWords(message);
  return (
    <>
      <Icon aria-hidden className="size-3.5 translate-y-0.5 text-ink-quiet" />
      <p className={clsx("min-w-0 font-medium wrap-anywhere", LOOKS[outcome])}>
        {href ? (
          <Link href={href} className="hover:underline">
            {words}
          </Link>
        ) : (
          words
        )}
        {proof && <span className="font-normal text-ink-quiet"> · {proof}</span>}
        {nextAt && (
          <span className="font-normal text-ink-quiet">
            {" "}
            · next attempt <Time at={nextAt} as="second" />
          </span>
        )}
      </p>
    </>
  );
}
