import type { Metadata } from "next";
import { currentCase } from "@/app/sign-in/session";
import { PageHeader } from "@/components/page-header";
import { Section } from "@/components/section";
import { configurationAction } from "./actions";
import { ConfigurationForm } from "./configuration-form";
import { Downloads } from "./downloads";

export const metadata: Metadata = { title: "Configuration" };

export default async function ConfigurationPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase } = await currentCase((await params).caseId, "/settings/configuration", "change_settings");
  return (
    <>
      <PageHeader title="Configuration">
        The settings, channels, snitches, recurring maintenance, status pages and escalation of this case as a
        file. It contains no secrets and no check-in URLs.
      </PageHeader>
      <Section title="Download">
        <Downloads caseId={theCase.id} />
      </Section>
      <Section title="Apply a file">
        <ConfigurationForm action={configurationAction.bind(null, theCase.id)} />
      </Section>
    </>
  );
}
