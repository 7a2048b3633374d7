import type { Metadata } from "next";
import { currentCase } from "@/app/auth/session";
import { FormerAnchors } from "@/components/former-anchors";
import { PageHeader } from "@/components/page-header";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { ButtonLink } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Form, Saved, Submit } from "@/components/ui/form";
import { countSnitches } from "@/lib/cases/find";
import { planSummary } from "@/lib/cases/plan-words";
import { may } from "@/lib/cases/roles";
import { updateCaseAction } from "./actions";
import { Facts } from "./facts";
import { Tabs } from "./tabs";

export const metadata: Metadata = { title: "Case settings" };

export default async function SettingsPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase, role } = await currentCase((await params).caseId, "/settings");
  const own = `/account/notifications?case=${theCase.id}`;
  return (
    <>
      <PageHeader title="Case settings" />
      <Tabs caseId={theCase.id} role={role} tab="" />
      <section className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-6">
        <h2 className="font-semibold">General</h2>
        {may(role, "change_settings") ? (
          <NameForm caseId={theCase.id} name={theCase.name} />
        ) : (
          <Facts facts={[{ label: "Name", value: theCase.name }]} />
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
      {/* E-mails that were sent before lead to this section. */}
      <Section id="your-emails" title="Your own notifications">
        <p className="max-w-prose text-ink-quiet">
          Your e-mails, quiet hours, digest and browser notifications are personal. Change them in your
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

const NameForm = ({ caseId, name }: { caseId: string; name: string }) => (
  <Form asksBeforeLeaving action={updateCaseAction.bind(null, caseId)} className="grid max-w-md gap-5">
    <Field label="Name" name="name" defaultValue={name} maxLength={100} required />
    <div className="flex items-center gap-3">
      <Submit busy="Saving…">Save Changes</Submit>
      <Saved />
    </div>
  </Form>
);
