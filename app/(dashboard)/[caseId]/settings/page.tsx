import type { Metadata } from "next";
import { currentReader } from "@/app/auth/reader";
import { currentCase } from "@/app/auth/session";
import { ConfirmByTyping } from "@/components/confirm-by-typing";
import { FrequencyField } from "@/components/frequency-field";
import { FREQUENCY_WORDS } from "@/components/frequency-words";
import { PageHeader } from "@/components/page-header";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { ButtonLink } from "@/components/ui/button";
import { Field, FieldNotes } from "@/components/ui/field";
import { Form, Saved, Submit } from "@/components/ui/form";
import { SelectField } from "@/components/ui/select-field";
import { countSnitches } from "@/lib/cases/find";
import { listNotEmailed, listRecipients } from "@/lib/cases/list-recipients";
import { findMemberEmails } from "@/lib/cases/member-emails";
import { listMembers } from "@/lib/cases/members";
import { planSummary } from "@/lib/cases/plan-words";
import { may } from "@/lib/cases/roles";
import { listBrowsers } from "@/lib/channels/browsers";
import { listChannelNames } from "@/lib/channels/list";
import { vapidPublicKey } from "@/lib/channels/vapid-keys";
import { listSteps } from "@/lib/incidents/escalation-steps";
import { sendsRealEmail } from "@/lib/mail/provider";
import type { EmailFrequency } from "@/lib/rules/email-frequency";
import { recipientNotes } from "../snitch-form";
import { removeCaseAction, updateCaseAction } from "./actions";
import { BrowserNotifications } from "./browser-notifications";
import { Escalation } from "./escalation";
import { OwnEmails } from "./own-emails";
import { Recipients } from "./recipients";
import { Tabs } from "./tabs";

export const metadata: Metadata = { title: "Case settings" };

export default async function SettingsPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase, role, user } = await currentCase((await params).caseId, "/settings");
  const [
    snitchCount,
    recipients,
    ownEmails,
    notEmailed,
    steps,
    members,
    channels,
    browsers,
    publicKey,
    { display },
  ] = await Promise.all([
    countSnitches(theCase.id),
    listRecipients(theCase.id),
    findMemberEmails(theCase.id, user.id),
    listNotEmailed(theCase.id, theCase.alertEmail ? [theCase.alertEmail] : []),
    listSteps(theCase.id),
    listMembers(theCase.id),
    listChannelNames(theCase.id),
    listBrowsers(theCase.id, user.id),
    vapidPublicKey(),
    currentReader(),
  ]);
  return (
    <>
      <PageHeader title="Case settings" />
      <Tabs caseId={theCase.id} tab="" />
      <section className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-6">
        <h2 className="font-semibold">General</h2>
        {may(role, "change_settings") ? (
          <GeneralForm theCase={theCase} recipientNotes={recipientNotes(notEmailed)} />
        ) : (
          <GeneralSummary theCase={theCase} />
        )}
      </section>
      {ownEmails && (
        <OwnEmails
          caseId={theCase.id}
          value={ownEmails}
          ofCase={theCase.emailFrequency}
          readerZone={display.zone}
        />
      )}
      <BrowserNotifications caseId={theCase.id} browsers={browsers} publicKey={publicKey} now={new Date()} />
      <Escalation
        caseId={theCase.id}
        steps={steps}
        members={members.map(({ userId, email }) => ({ id: userId, name: email }))}
        channels={channels}
        mayChange={may(role, "change_settings")}
      />
      <Recipients
        {...recipients}
        caseId={theCase.id}
        mayManage={may(role, "manage_snitches")}
        mayChange={may(role, "change_settings")}
        isMailSetUp={sendsRealEmail()}
        now={new Date()}
      />
      {may(role, "manage_snitches") && (
        <Section title="Import">
          <p className="max-w-prose text-ink-quiet">
            Take over jobs from Healthchecks, Uptime Kuma, Cronitor and others. Their identifiers stay, so
            that only the host in each job’s address changes.
          </p>
          <div>
            <ButtonLink href={`/${theCase.id}/import`}>Open Import</ButtonLink>
          </div>
        </Section>
      )}
      <Section title="Plan">
        <Facts facts={planSummary(theCase.plan, snitchCount)} />
        {theCase.onHoldAt && (
          <p className="text-failed">
            On hold since <Time at={theCase.onHoldAt} as="date" />: snitches cannot be added or changed.
            Check-ins and alerts continue.
          </p>
        )}
      </Section>
      {may(role, "change_settings") && (
        <Section title="Configuration">
          <p className="max-w-prose text-ink-quiet">
            Download this case as a file, or apply one: for a repository, or for another case.
          </p>
          <div>
            <ButtonLink href={`/${theCase.id}/settings/configuration`}>Open Configuration</ButtonLink>
          </div>
        </Section>
      )}
      {may(role, "own") && (
        <Section title="Delete">
          <p className="max-w-prose text-ink-quiet">
            This immediately deletes {snitchCount.toLocaleString("en")}{" "}
            {snitchCount === 1 ? "snitch" : "snitches"} and all history, API keys, channels, memberships and
            the audit log. Check-in URLs and API keys stop working. Deleted data stays in backups for 30 days.
          </p>
          <div>
            <ConfirmByTyping
              title="Delete this case?"
              expected={theCase.name}
              label="Name"
              name="name"
              verb="Delete Case"
              action={removeCaseAction.bind(null, theCase.id)}
            >
              This cannot be undone.
            </ConfirmByTyping>
          </div>
        </Section>
      )}
    </>
  );
}

type General = {
  id: string;
  name: string;
  alertEmail: string | null;
  emailFrequency: EmailFrequency;
  limitsEmails: boolean;
};

const MANY_ALERTS = [
  { value: "on", label: "Group after 10 per minute" },
  { value: "off", label: "Send each alert" },
];

function GeneralForm({ theCase, recipientNotes }: { theCase: General; recipientNotes: string[] }) {
  return (
    <Form asksBeforeLeaving action={updateCaseAction.bind(null, theCase.id)} className="grid max-w-md gap-5">
      <Field label="Name" name="name" defaultValue={theCase.name} maxLength={100} required />
      <Field
        label="Alert address"
        name="alertEmail"
        type="email"
        placeholder="ops@example.com"
        hint={
          <>
            Gets the alerts of snitches without recipients of their own. If empty, everyone in the case gets
            them.
            <FieldNotes notes={recipientNotes} />
          </>
        }
        defaultValue={theCase.alertEmail ?? ""}
      />
      <FrequencyField
        name="emailFrequency"
        label="E-mails while a snitch is missing"
        value={theCase.emailFrequency}
      />
      <SelectField
        label="Alert bursts"
        name="limitsEmails"
        value={theCase.limitsEmails ? "on" : "off"}
        choices={MANY_ALERTS}
      />
      <div className="flex items-center gap-3">
        <Submit busy="Saving…">Save Changes</Submit>
        <Saved />
      </div>
    </Form>
  );
}

const GeneralSummary = ({ theCase }: { theCase: General }) => (
  <Facts
    facts={[
      { label: "Name", value: theCase.name },
      { label: "Alert address", value: theCase.alertEmail ?? "none: everyone in the case gets the alerts" },
      { label: "E-mails while a snitch is missing", value: FREQUENCY_WORDS[theCase.emailFrequency] },
      {
        label: "Alert bursts",
        value: theCase.limitsEmails ? "grouped after 10 per minute" : "each alert is sent",
      },
    ]}
  />
);

function Facts({ facts }: { facts: { label: string; value: string }[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-ink-quiet">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
