import { DocsLink } from "@/components/docs-link";
import { Section } from "@/components/section";
import { mayAsk } from "@/components/snitches/not-emailed";
import { notEmailedInWords } from "@/components/snitches/not-emailed-words";
import { Form, Submit } from "@/components/ui/form";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import type { listRecipients } from "@/lib/cases/list-recipients";
import { askRecipientAction } from "../ask-recipient";

type RecipientsProps = Awaited<ReturnType<typeof listRecipients>> & {
  caseId: string;
  mayManage: boolean;
  isMailSetUp: boolean;
  now: Date;
};

/** The addresses outside the case that it e-mails, or may not e-mail. */
export function Recipients({ caseId, recipients, total, mayManage, isMailSetUp, now }: RecipientsProps) {
  return (
    <Section id="recipients" title="Recipients outside the case">
      {recipients.length === 0 ? (
        <p className="max-w-prose text-ink-quiet">
          None. Alerts go to members, until you give a snitch or the case another address.{" "}
          <DocsLink page="/emails">Who is e-mailed</DocsLink>
        </p>
      ) : (
        <Table label="Recipients outside the case" stacks>
          <Head columns={["E-mail", "E-mails"]} actions="Actions" />
          <tbody>
            {recipients.map((recipient) => (
              <Row key={recipient.address}>
                <Cell className="min-w-40 wrap-anywhere max-sm:basis-full">{recipient.address}</Cell>
                <Cell className="text-ink-quiet">
                  {recipient.leftAt || recipient.isUnconfirmed ? (
                    <span className="text-errored">{notEmailedInWords(recipient)}</span>
                  ) : isMailSetUp ? (
                    "sent"
                  ) : (
                    "not sent: no mail server is set up"
                  )}
                </Cell>
                <Cell className="text-right">
                  {mayManage && recipient.id && recipient.isUnconfirmed && mayAsk(recipient, now) && (
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
