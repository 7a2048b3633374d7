import type { Metadata } from "next";
import { currentReader } from "@/app/sign-in/reader";
import { currentCase } from "@/app/sign-in/session";
import { PageHeader } from "@/components/page-header";
import { Section } from "@/components/section";
import { SettingRow } from "@/components/setting-row";
import { timeFormats } from "@/components/time-formats";
import { Link } from "@/components/ui/link";
import { readHints } from "@/lib/cases/hint-input";
import { listMembers } from "@/lib/cases/members";
import { may } from "@/lib/cases/roles";
import { listChannelNames } from "@/lib/channels/list";
import { listNotEmailed, listRecipients } from "@/lib/emails/recipients/list";
import { listSteps } from "@/lib/incidents/escalation-steps";
import { listPolicies } from "@/lib/incidents/policies";
import { sendsRealEmail } from "@/lib/mail/provider";
import { recipientNotes } from "../../snitches/forms/snitch-form";
import { saveRuleAction } from "../actions";
import { Escalation } from "./escalation";
import { Hints } from "./hints";
import { Recipients } from "./recipients";
import { type AlertRules, RULES } from "./rules";

export const metadata: Metadata = { title: "Notifications" };

type NotificationsPageProps = {
  params: Promise<{ caseId: string }>;
  searchParams: Promise<{ edit?: unknown }>;
};

/** The rules of a case about its alerts, a sentence each. `?edit=`: the one whose form is open. */
export default async function NotificationsPage({ params, searchParams }: NotificationsPageProps) {
  const { theCase, role } = await currentCase((await params).caseId, "/settings/notifications");
  const [recipients, notEmailed, steps, policies, members, channels] = await Promise.all([
    listRecipients(theCase.id),
    listNotEmailed(theCase.id, theCase.alertEmail ? [theCase.alertEmail] : []),
    listSteps(theCase.id),
    listPolicies(theCase.id),
    listMembers(theCase.id),
    listChannelNames(theCase.id),
  ]);
  const { date } = timeFormats((await currentReader()).display);
  const mayChange = may(role, "change_settings");
  const root = `/${theCase.id}`;
  const { edit } = await searchParams;
  const path = `${root}/settings/notifications`;
  const editing = { path, edited: typeof edit === "string" ? edit : undefined, mayChange };
  const notes = recipientNotes(notEmailed, date);
  return (
    <div className="max-w-3xl">
      <PageHeader title="Notifications">
        Who is notified, and when. Members choose their own emails and quiet hours in{" "}
        <TextLink href={`/account/notifications?case=${theCase.id}`}>their account</TextLink>; how this
        installation sends emails is set under{" "}
        <TextLink href={`${root}/settings/email`}>mail server</TextLink>.
      </PageHeader>
      <Section title="Alerts" className="gap-3 border-t-0 pt-0">
        <div>
          {(Object.keys(RULES) as (keyof AlertRules)[]).map((id) => (
            <SettingRow
              {...editing}
              key={id}
              id={id}
              title={RULES[id].title}
              sentence={RULES[id].sentence(theCase)}
              action={saveRuleAction.bind(null, theCase.id, id)}
            >
              {RULES[id].field(theCase, notes)}
            </SettingRow>
          ))}
        </div>
      </Section>
      <Escalation
        caseId={theCase.id}
        steps={steps}
        policies={policies}
        members={members}
        channels={channels}
        editing={editing}
      />
      <Hints caseId={theCase.id} hints={readHints(theCase.hints)} editing={editing} />
      <Recipients
        {...recipients}
        date={date}
        caseId={theCase.id}
        mayManage={may(role, "manage_snitches")}
        mayChange={mayChange}
        isMailSetUp={sendsRealEmail()}
        now={new Date()}
      />
    </div>
  );
}

const TextLink = (link: { href: string; children: string }) => (
  <Link {...link} className="text-ink underline underline-offset-4" />
);
