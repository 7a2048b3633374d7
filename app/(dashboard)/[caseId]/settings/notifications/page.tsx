import type { Metadata } from "next";
import { currentReader } from "@/app/sign-in/reader";
import { currentCase } from "@/app/sign-in/session";
import { PageHeader } from "@/components/page-header";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { timesInWords } from "@/components/time-in-words";
import { ButtonLink } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { readHints } from "@/lib/cases/hint-input";
import { listMembers } from "@/lib/cases/members";
import { may } from "@/lib/cases/roles";
import { listChannelNames } from "@/lib/channels/list";
import { findPlan } from "@/lib/drills/plan";
import { listNotEmailed, listRecipients } from "@/lib/emails/recipients/list";
import { listSteps } from "@/lib/incidents/escalation-steps";
import { sendsRealEmail } from "@/lib/mail/provider";
import { recipientNotes } from "../../snitches/forms/snitch-form";
import { Tabs } from "../tabs";
import { EmailAlertsForm, EmailAlertsSummary } from "./email-alerts";
import { Escalation } from "./escalation";
import { Hints } from "./hints";
import { Recipients } from "./recipients";

export const metadata: Metadata = { title: "Case notifications" };

export default async function NotificationsPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase, role } = await currentCase((await params).caseId, "/settings/notifications");
  const [recipients, notEmailed, steps, members, channels, plan] = await Promise.all([
    listRecipients(theCase.id),
    listNotEmailed(theCase.id, theCase.alertEmail ? [theCase.alertEmail] : []),
    listSteps(theCase.id),
    listMembers(theCase.id),
    listChannelNames(theCase.id),
    findPlan(theCase.id),
  ]);
  const { date } = timesInWords((await currentReader()).display);
  const mayChange = may(role, "change_settings");
  const root = `/${theCase.id}`;
  return (
    <>
      <PageHeader title="Case settings" />
      <Tabs caseId={theCase.id} role={role} tab="/notifications" />
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
      <Section title="Channels">
        <p className="max-w-prose wrap-anywhere text-ink-quiet">
          {channels.length === 0
            ? "None: alerts are only e-mailed."
            : `Alerts also go to ${channels.map(({ name }) => name).join(", ")}.`}
        </p>
        <div>
          <ButtonLink href={`${root}/channels`}>Open Channels</ButtonLink>
        </div>
      </Section>
      <Recipients
        {...recipients}
        date={date}
        caseId={theCase.id}
        mayManage={may(role, "manage_snitches")}
        mayChange={mayChange}
        isMailSetUp={sendsRealEmail()}
        now={new Date()}
      />
      <Section title="Fire drills">
        <p className="max-w-prose text-ink-quiet">
          A fire drill tests that alerts reach people.{" "}
          {plan?.nextAt ? (
            <>
              The next monthly one is on <Time at={plan.nextAt} className="text-ink" />.
            </>
          ) : (
            "No monthly one is planned."
          )}
        </p>
        <div>
          <ButtonLink href={`${root}/drills`}>Open Fire Drills</ButtonLink>
        </div>
      </Section>
    </>
  );
}
