import type { Metadata } from "next";
import { FrequencyField } from "@/components/frequency-field";
import { Time } from "@/components/time";
import { Form, Saved, Submit } from "@/components/ui/form";
import { findRecipientPage, type RecipientPage } from "@/lib/emails/recipients/choices";
import { sendsRealEmail } from "@/lib/mail/provider";
import { TextLink } from "../../text-link";
import {
  changeRecipientFrequencyAction,
  confirmRecipientAction,
  leaveAction,
  returnRecipientAction,
} from "./actions";

export const metadata: Metadata = {
  title: "Emails to your address",
  referrer: "no-referrer",
  robots: { index: false },
};

type ViewProps = { token: string; recipient: RecipientPage };

/** What a case may send to an address. Its reader needs no account, and decides by buttons: mail scanners open every link. */
export default async function RecipientPageView({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const recipient = await findRecipientPage(token);
  if (!recipient) return <Unknown />;
  if (recipient.isMember) return <OfMember {...recipient} />;
  if (recipient.leftAt) return <Left token={token} recipient={recipient} />;
  if (recipient.isUnconfirmed) return <Unconfirmed token={token} recipient={recipient} />;
  return <Emailed token={token} recipient={recipient} />;
}

const Title = ({ children }: { children: React.ReactNode }) => (
  <h1 className="text-xl font-semibold wrap-anywhere">{children}</h1>
);
const Sentence = ({ children }: { children: React.ReactNode }) => (
  <p className="wrap-anywhere text-ink-quiet">{children}</p>
);
const Name = ({ children }: { children: string }) => (
  <strong className="font-medium wrap-anywhere text-ink">{children}</strong>
);

const Unknown = () => (
  <>
    <Title>This link does not work</Title>
    <Sentence>
      It may be incomplete. Open it from the email again. If the case was deleted, you won’t get more emails
      from it.
    </Sentence>
  </>
);

const OfMember = ({ caseId, caseName, address }: RecipientPage) => (
  <>
    <Title>You are a member of this case</Title>
    <Sentence>
      <Name>{address}</Name> is the address of a member of <Name>{caseName}</Name>. Members choose in their
      account how often they are emailed.
    </Sentence>
    <p>
      <TextLink href={`/account/notifications?case=${caseId}`}>Go to your notifications</TextLink>
    </p>
  </>
);

const Left = ({ token, recipient: { address, caseName, leftAt } }: ViewProps) => (
  <>
    <Title>You are unsubscribed</Title>
    <Sentence>
      <Name>{address}</Name> is unsubscribed from the case <Name>{caseName}</Name>
      {leftAt && " since "}
      {leftAt && <Time at={leftAt} as="date" />}. Only you can change that.
    </Sentence>
    <Form action={returnRecipientAction.bind(null, token)}>
      <Submit look="plain" busy="Saving…" className="h-9">
        Subscribe Again
      </Submit>
    </Form>
  </>
);

const Unconfirmed = ({ token, recipient: { address, caseName } }: ViewProps) => (
  <>
    <Title>May we email you?</Title>
    <Sentence>
      Tattle monitors scheduled jobs. The case <Name>{caseName}</Name> would like to email{" "}
      <Name>{address}</Name> when one of its jobs does not run. You get nothing unless you confirm, and you
      can stop it at any time.
    </Sentence>
    <Form action={confirmRecipientAction.bind(null, token)}>
      <Submit busy="Confirming…" className="h-9">
        Confirm Address
      </Submit>
    </Form>
    <Form action={leaveAction.bind(null, token)}>
      <Submit look="plain" busy="Saving…" className="h-9">
        Unsubscribe from This Case
      </Submit>
    </Form>
  </>
);

const Emailed = ({ token, recipient }: ViewProps) => (
  <>
    <Title>Emails from this case</Title>
    <Sentence>
      <Name>{recipient.address}</Name> is emailed when a job of the case <Name>{recipient.caseName}</Name>{" "}
      does not run.
    </Sentence>
    {!sendsRealEmail() && (
      <Sentence>
        No email is sent now, because no mail server is set up. This choice takes effect once one is.
      </Sentence>
    )}
    <Form action={changeRecipientFrequencyAction.bind(null, token)} className="grid gap-4">
      <FrequencyField
        name="frequency"
        label="While a job is missing"
        value={recipient.frequency}
        ofCase={recipient.caseFrequency}
      />
      <div className="flex items-center gap-3">
        <Submit busy="Saving…" className="h-9">
          Save Choice
        </Submit>
        <Saved />
      </div>
    </Form>
    <Form action={leaveAction.bind(null, token)} className="grid gap-3 border-t border-line pt-6">
      <Sentence>Or unsubscribe. Members of the case will see that you did.</Sentence>
      <Submit look="plain" busy="Saving…" className="h-9">
        Unsubscribe from This Case
      </Submit>
    </Form>
  </>
);
