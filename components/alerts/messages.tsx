import clsx from "clsx";
import { formatNotification } from "@/components/notifications";
import { Time } from "@/components/time";
import { Mail, Send, Webhook } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import type { NotNotified } from "@/lib/history/explain-notifications";
import type { AlertMessage } from "@/lib/history/find-alert";
import type { AlertKind } from "@/lib/rules/state/alert-draft";
import { BecauseSentence } from "./because";

const ICONS = { mail: Mail, webhook: Webhook, channel: Send };
const LOOKS: Partial<Record<AlertMessage["outcome"], string>> = {
  gave_up: "text-failed",
  captured: "text-errored",
};

type MessagesProps = {
  messages: AlertMessage[];
  kind: AlertKind;
  /** The page of a delivery. */
  buildUrl: (message: AlertMessage) => string | null;
  /** Its attempts, as the page shows them. */
  renderAttempts: (message: AlertMessage) => React.ReactNode;
};

const ROW =
  "grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-3 gap-y-2 border-b border-line py-3 text-sm last:border-0";

/** Each message about an alert: why it was made, what became of it, every attempt with its response, and when the next one is due. */
export const Messages = ({ messages, kind, buildUrl, renderAttempts }: MessagesProps) => (
  <ul className="grid" aria-label="Messages">
    {messages.map((message) => (
      <li key={message.id} className={clsx(ROW, "first:pt-0")}>
        <Line message={message} href={buildUrl(message)} />
        <p className="col-start-2 -mt-1.5 min-w-0 text-ink-quiet">
          <BecauseSentence because={message.because} kind={kind} />
        </p>
        {message.attempts.length > 0 && message.outcome !== "captured" && (
          <div className="col-start-2 min-w-0">{renderAttempts(message)}</div>
        )}
      </li>
    ))}
  </ul>
);

/** Those whom no message about an alert goes to, each with the reason. */
export const NotNotifiedList = ({ notNotified, kind }: { notNotified: NotNotified[]; kind: AlertKind }) => (
  <ul className="grid border-t border-line first-of-type:border-t-0" aria-label="Not alerted">
    {notNotified.map(({ key, how, name, because }) => {
      const Icon = ICONS[how];
      return (
        <li key={key} className={ROW}>
          <Icon aria-hidden className="size-3.5 translate-y-0.5 text-ink-quiet" />
          <p className="min-w-0 wrap-anywhere">
            {name ?? (how === "mail" ? "Everyone who gets emails" : "A channel that has since been deleted")}
          </p>
          <p className="col-start-2 -mt-1.5 min-w-0 text-ink-quiet">
            <BecauseSentence because={because} kind={kind} />
          </p>
        </li>
      );
    })}
  </ul>
);

function Line({ message, href }: { message: AlertMessage; href: string | null }) {
  const { how, to, outcome, attempts, heldUntil, proof, nextAt } = message;
  const Icon = ICONS[how];
  // The sentence below says why nothing was sent yet, or is not.
  const isExplained = (heldUntil && how === "mail") || (outcome === "skipped" && attempts.length === 0);
  const text = isExplained ? to : formatNotification(message);
  return (
    <>
      <Icon aria-hidden className="size-3.5 translate-y-0.5 text-ink-quiet" />
      <p className={clsx("min-w-0 font-medium wrap-anywhere", LOOKS[outcome])}>
        {href ? (
          <Link href={href} className="hover:underline">
            {text}
          </Link>
        ) : (
          text
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
