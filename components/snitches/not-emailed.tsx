import type { TimeFormats } from "@/components/time-formats";
import type { FormAction } from "@/components/ui/form";
import { Form, Submit } from "@/components/ui/form";
import type { ListedRecipient } from "@/lib/emails/recipients/list";
import { DAY_MS } from "@/lib/rules/durations";
import { formatNotEmailed } from "./not-emailed-text";
import { SendAgain } from "./send-again";

type NotEmailed = Omit<ListedRecipient, "isUnconfirmed">;

type NotEmailedListProps = {
  recipients: NotEmailed[];
  /** Whether none of the snitch’s recipients can be emailed. */
  isEveryone: boolean;
  now: Date;
  /** A date as the reader reads it. */
  date: TimeFormats["date"];
  /** Asks this recipient to confirm; absent for viewers. */
  askAction?: (recipientId: string) => FormAction;
  /** Lets Tattle email a marked address again; absent for those who may not. */
  sendAgainAction?: (markId: string) => FormAction;
};

/** Says which recipients of a snitch get no emails, and why. Renders nothing if there are none. */
export function NotEmailedList({
  recipients,
  isEveryone,
  now,
  date,
  askAction,
  sendAgainAction,
}: NotEmailedListProps) {
  if (recipients.length === 0) return null;
  return (
    <section
      aria-label="Recipients without emails"
      className="grid gap-2 rounded-lg border border-errored/30 bg-errored/6 px-4 py-3 text-sm"
    >
      <p className="font-medium">
        {isEveryone
          ? "None of this snitch’s recipients can be emailed. Its alerts go to the case’s alert address or its members instead."
          : "Some recipients get no emails."}
      </p>
      <ul className="grid gap-1.5">
        {recipients.map((recipient) => (
          <li key={recipient.address} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 wrap-anywhere">{recipient.address}</span>
            <span className="text-ink-quiet">{formatNotEmailed(recipient, date)}</span>
            {sendAgainAction && recipient.mark && !recipient.leftAt && (
              <SendAgain address={recipient.address} action={sendAgainAction(recipient.mark.id)} />
            )}
            {askAction && recipient.id && !recipient.mark && mayAsk(recipient, now) && (
              <Form action={askAction(recipient.id)} className="contents">
                <Submit look="plain" busy="Asking…">
                  {recipient.askedAt ? "Ask Again" : "Ask"}
                  <span className="sr-only">: {recipient.address}</span>
                </Submit>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Manually, an address is asked at most once a day. */
export const mayAsk = ({ askedAt, leftAt }: Pick<NotEmailed, "askedAt" | "leftAt">, now: Date) =>
  !leftAt && (!askedAt || now.getTime() - askedAt.getTime() >= DAY_MS);
