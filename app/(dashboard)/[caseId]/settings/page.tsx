import type { Metadata } from "next";
import { PageHeader } from "@/components/page-header";
import { Section } from "@/components/section";
import { dateInUtc } from "@/components/time-in-words";
import { Field } from "@/components/ui/field";
import { Form, Saved, Submit } from "@/components/ui/form";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { listMembers } from "@/lib/cases/members";
import { TERMS } from "@/lib/cases/plan";
import { currentCase } from "@/lib/session";
import { change } from "./actions";

export const metadata: Metadata = { title: "Case settings" };

export default async function SettingsPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { owner } = await currentCase((await params).caseId, "/settings");
  const members = await listMembers(owner.id);
  return (
    <>
      <PageHeader title="Case settings" />
      <Section title="General">
        <Form action={change.bind(null, owner.id)} className="grid max-w-md gap-5">
          <Field label="Name" name="name" defaultValue={owner.name} maxLength={100} required />
          <Field
            label="Alert address"
            name="alertEmail"
            type="email"
            placeholder="ops@example.com"
            hint="Told when a snitch names no recipients of its own. Left empty, everyone in the case is."
            defaultValue={owner.alertEmail ?? ""}
          />
          <div className="flex items-center gap-3">
            <Submit busy="Saving…">Save Changes</Submit>
            <Saved />
          </div>
        </Form>
      </Section>
      <Section title="People">
        <Table label="People">
          <Head columns={["E-mail", "Role", "Since"]} />
          <tbody>
            {members.map(({ userId, email, role, createdAt }) => (
              <Row key={userId}>
                <Cell className="break-all">{email}</Cell>
                <Cell className="text-ink-quiet capitalize">{role}</Cell>
                <Cell className="whitespace-nowrap text-ink-quiet">{dateInUtc(createdAt)}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </Section>
      <Section title="Plan">
        <p className="max-w-prose text-ink-quiet">{planInWords(owner.plan)}</p>
      </Section>
    </>
  );
}

function planInWords(plan: keyof typeof TERMS): string {
  const { snitches, intervals, smart, errorNotices } = TERMS[plan];
  const room = Number.isFinite(snitches)
    ? `room for ${snitches.toLocaleString("en")} snitch${snitches === 1 ? "" : "es"}`
    : "room for as many snitches as you like";
  return [
    `${plan.charAt(0).toUpperCase()}${plan.slice(1)}: ${room},`,
    `${intervals === "all" ? "all intervals" : "hourly, daily, weekly and monthly intervals"},`,
    `${smart === "none" ? "no smart alerts" : `smart alerts for ${smart} intervals`},`,
    `${errorNotices ? "and" : "but no"} error notices.`,
  ].join(" ");
}
