import type { Metadata } from "next";
import { currentReader } from "@/app/sign-in/reader";
import { currentCase } from "@/app/sign-in/session";
import { PageHeader } from "@/components/page-header";
import { timesInWords } from "@/components/time-in-words";
import { Link } from "@/components/ui/link";
import { readHints } from "@/lib/cases/hint-input";
import { listMembers } from "@/lib/cases/members";
import { may } from "@/lib/cases/roles";
import { listChannelNames } from "@/lib/channels/list";
import { listNotEmailed, listRecipients } from "@/lib/emails/recipients/list";
import { listSteps } from "@/lib/incidents/escalation-steps";
import { sendsRealEmail } from "@/lib/mail/provider";
import { recipientNotes } from "../../snitches/forms/snitch-form";
import { EmailAlertsForm, EmailAlertsSummary } from "./email-alerts";
import { Escalation } from "./escalation";
import { Hints } from "./hints";
import { Recipients } from "./recipients";

export const metadata: Metadata = { title: "Case notifications" };

export default async function NotificationsPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase, role } = await currentCase((await params).caseId, "/settings/notifications");
  const [recipients, notEmailed, steps, members, channels] = await Promise.all([
    listRecipients(theCase.id),
    listNotEmailed(theCase.id, theCase.alertEmail ? [theCase.alertEmail] : []),
    listSteps(theCase.id),
    listMembers(theCase.id),
    listChannelNames(theCase.id),
  ]);
  const { date } = timesInWords((await currentReader()).display);
  const mayChange = may(role, "change_settings");
  const root = `/${theCase.id}`;
  return (
    <>
      <PageHeader title="Notifications" />
      <section className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-6">
        <h2 className="font-semibold">Alerts by e-mail</h2>
        {mayChange ? (
          <EmailAlertsForm theCase={theCase} recipientNotes={recipientNotes(notEmailed, date)} />
        ) : (
          <EmailAlertsSummary theCase={theCase} />
        )}
        <p className="max-w-prose text-sm text-ink-quiet">
          Members choose their own e-mails and quiet hours in{" "}
          <Link
            href={`/account/notifications?case=${theCase.id}`}
            className="text-ink underline underline-offset-4"
          >
            their account
          </Link>
          . How e-mails leave this installation is set under{" "}
          <Link href={`${root}/settings/email`} className="text-ink underline underline-offset-4">
            mail server
          </Link>
          .
        </p>
      </section>
      <Escalation
        caseId={theCase.id}
        ackExpiresAfter={theCase.ackExpiresAfter}
        steps={steps}
        members={members.map(({ userId, email }) => ({ id: userId, name: email }))}
        channels={channels}
        mayChange={mayChange}
      />
      <Hints caseId={theCase.id} hints={readHints(theCase.hints)} mayChange={mayChange} />
      <Recipients
        {...recipients}
        date={date}
        caseId={theCase.id}
        mayManage={may(role, "manage_snitches")}
        mayChange={mayChange}
        isMailSetUp={sendsRealEmail()}
        now={new Date()}
      />
    </>
  );
}
