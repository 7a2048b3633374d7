import type { Metadata } from "next";
import { currentCase } from "@/app/sign-in/session";
import { PageHeader } from "@/components/page-header";
import { Section } from "@/components/section";
import { ButtonLink } from "@/components/ui/button";
import { may } from "@/lib/cases/roles";
import { Downloads } from "../configuration/downloads";
import { Tabs } from "../tabs";

export const metadata: Metadata = { title: "Case data" };

/** What goes into a case, what comes out of it, and who changed it. */
export default async function DataPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase, role } = await currentCase((await params).caseId, "/settings/data");
  const root = `/${theCase.id}`;
  return (
    <>
      <PageHeader title="Case settings" />
      <Tabs caseId={theCase.id} role={role} tab="/data" />
      <div className="*:first:border-t-0 *:first:pt-0">
        {may(role, "manage_snitches") && (
          <Section title="Import">
            <p className="max-w-prose text-ink-quiet">
              Import jobs from Healthchecks, Uptime Kuma, Cronitor and others. They keep their identifiers, so
              only the host in each job’s address changes.
            </p>
            <div>
              <ButtonLink href={`${root}/import`}>Open Import</ButtonLink>
            </div>
          </Section>
        )}
        {may(role, "change_settings") && (
          <>
            <Section title="Configuration">
              <p className="max-w-prose text-ink-quiet">
                Apply a file: settings, channels, snitches, recurring maintenance, status pages and
                escalation, from a repository or another case. The plan is shown before anything is changed.
              </p>
              <div>
                <ButtonLink href={`${root}/settings/configuration`}>Open Configuration</ButtonLink>
              </div>
            </Section>
            <Section title="Export">
              <p className="max-w-prose text-ink-quiet">
                The same as a file to download. It contains no secrets and no check-in URLs.
              </p>
              <Downloads caseId={theCase.id} />
            </Section>
          </>
        )}
        <Section title="Audit log">
          <p className="max-w-prose text-ink-quiet">Who changed what, and when. Kept for two years.</p>
          <div>
            <ButtonLink href={`${root}/settings/audit`}>Open Audit Log</ButtonLink>
          </div>
        </Section>
      </div>
    </>
  );
}
