import { DocsLink } from "@/components/page-header";
import { Section } from "@/components/section";
import { mayAsk } from "@/components/snitches/not-emailed";
import { formatNotEmailed } from "@/components/snitches/not-emailed-text";
import { SendAgain } from "@/components/snitches/send-again";
import type { TimeFormats } from "@/components/time-formats";
import { Form, Submit } from "@/components/ui/form";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import type { listRecipients } from "@/lib/emails/recipients/list";
import { askRecipientAction } from "../../ask-recipient";
import { sendAgainAction } from "../../send-again";

type RecipientsProps = Awaited<ReturnType<typeof listRecipients>> & {
  caseId: string;
  mayManage: boolean;
  /** Whether the reader may let Tattle send to a marked address again. */
  mayChange: boolean;
  isMailSetUp: boolean;
  now: Date;
  /** A date as the reader reads it. */
  date: TimeFormats["date"];
};

/** The addresses outside the case that it emails, or may not email. */
export function Recipients({
  caseId,
  recipients,
  total,
  mayManage,
  mayChange,
  isMailSetUp,
  now,
  date,
}: RecipientsProps) {
  return (
    <Section id="recipients" title="Recipients outside the case">
      {recipients.length === 0 ? (
        <p className="max-w-prose text-ink-quiet">
          None. Alerts go to members until you give a snitch or the case another address.{" "}
          <DocsLink page="/emails">Who is emailed</DocsLink>
        </p>
      ) : (
        <Table label="Recipients outside the case" stacks>
          <Head columns={["Email", "Emails"]} actions="Actions" />
          <tbody>
            {recipients.map((recipient) => (
              <Row key={recipient.address}>
                <Cell className="min-w-40 wrap-anywhere max-sm:basis-full">{recipient.address}</Cell>
                <Cell className="text-ink-quiet">
                  {recipient.leftAt || recipient.isUnconfirmed || recipient.mark ? (
                    <span className="text-errored">{formatNotEmailed(recipient, date)}</span>
                  ) : isMailSetUp ? (
                    "receives alerts"
                  ) : (
                    "not sent: no mail server is set up"
                  )}
                </Cell>
                <Cell className="text-right">
                  {mayChange && recipient.mark && !recipient.leftAt && (
                    <SendAgain
                      address={recipient.address}
                      action={sendAgainAction.bind(null, caseId, recipient.mark.id)}
                    />
                  )}
                  {mayManage &&
                    recipient.id &&
                    !recipient.mark &&
                    recipient.isUnconfirmed &&
                    mayAsk(recipient, now) && (
                      <Form
                        action={askRecipientAction.bind(null, caseId, recipient.id)}
                        className="grid justify-end"
                      >
                        <Submit look="plain" busy="Asking…">
                          {recipient.askedAt ? "Ask Again" : "Ask"}
                          <span className="sr-only">: {recipient.address}</span>
                        </Submit>
                      </Form>
                    )}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      {total > recipients.length && (
        <p className="text-ink-quiet">And {(total - recipients.length).toLocaleString("en")} more.</p>
      )}
    </Section>
  );
}
