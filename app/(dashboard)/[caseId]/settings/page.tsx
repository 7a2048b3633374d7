import type { Metadata } from "next";
import { currentCase } from "@/app/sign-in/session";
import { FormerAnchors } from "@/components/former-anchors";
import { PageHeader } from "@/components/page-header";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { ButtonLink } from "@/components/ui/button";
import { Field, SelectField } from "@/components/ui/field";
import { Form, Saved, Submit } from "@/components/ui/form";
import { countSnitches } from "@/lib/cases/find";
import { planSummary } from "@/lib/cases/plan-summary";
import { may } from "@/lib/cases/roles";
import { updateCaseAction } from "./actions";
import { Facts } from "./facts";

export const metadata: Metadata = { title: "Case settings" };

export default async function SettingsPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase, role } = await currentCase((await params).caseId, "/settings");
  const own = `/account/notifications?case=${theCase.id}`;
  return (
    <>
      <PageHeader title="General" />
      <section className="grid gap-4 pb-6">
        {may(role, "change_settings") ? (
          <GeneralForm theCase={theCase} />
        ) : (
          <Facts
            facts={[
              { label: "Name", value: theCase.name },
              { label: "Late reports", value: theCase.acceptsLateReports ? "accepted" : "refused" },
              { label: "Suggestions", value: theCase.suggestions ? "emailed" : "on pages only" },
            ]}
          />
        )}
      </section>
      {(theCase.plan !== "unlimited" || theCase.onHoldAt) && (
        <Section title="Plan">
          <Facts facts={planSummary(theCase.plan, await countSnitches(theCase.id))} />
          {theCase.onHoldAt && (
            <p className="text-failed">
              On hold since <Time at={theCase.onHoldAt} as="date" />: snitches cannot be added or changed.
              Check-ins and alerts continue.
            </p>
          )}
        </Section>
      )}
      {/* Emails that were sent before lead to this section. */}
      <Section id="your-emails" title="Your own notifications">
        <p className="max-w-prose text-ink-quiet">
          Your emails, quiet hours, digest and browser notifications are personal. Change them in your
          account.
        </p>
        <div>
          <ButtonLink href={own}>Open Your Notifications</ButtonLink>
        </div>
      </Section>
      <FormerAnchors
        pages={{
          "your-emails": `${own}#your-emails`,
          "browser-notifications": `${own}#browser-notifications`,
          escalation: `/${theCase.id}/settings/notifications#escalation`,
          recipients: `/${theCase.id}/settings/notifications#recipients`,
        }}
      />
    </>
  );
}

const LATE_REPORTS = [
  { value: "on", label: "Accept reports up to 7 days late" },
  { value: "off", label: "Refuse them" },
];

const SUGGESTED = [
  { value: "off", label: "On pages and in digests" },
  { value: "on", label: "By email too" },
];

type General = { id: string; name: string; acceptsLateReports: boolean; suggestions: boolean };

const GeneralForm = ({ theCase }: { theCase: General }) => (
  <Form asksBeforeLeaving action={updateCaseAction.bind(null, theCase.id)} className="grid max-w-md gap-5">
    <Field label="Name" name="name" defaultValue={theCase.name} maxLength={100} required />
    <SelectField
      label="Late reports"
      name="acceptsLateReports"
      value={theCase.acceptsLateReports ? "on" : "off"}
      choices={LATE_REPORTS}
      hint="A job without a network connection can report later what it did. A late report closes an alert that it disproves."
    />
    <SelectField
      label="Suggestions"
      name="suggestions"
      value={theCase.suggestions ? "on" : "off"}
      choices={SUGGESTED}
      hint="Snitches that look abandoned, flap, or run more often than expected. Emailed to owners and admins at most once a day."
    />
    <div className="flex items-center gap-3">
      <Submit busy="Saving…">Save Changes</Submit>
      <Saved />
    </div>
  </Form>
);
