import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { currentReader } from "@/app/sign-in/reader";
import { currentCase } from "@/app/sign-in/session";
import { Confirm } from "@/components/confirm";
import { BackLink, PageHeader } from "@/components/page-header";
import { Section } from "@/components/section";
import { TimeZoneList } from "@/components/time-zone-list";
import { ButtonLink } from "@/components/ui/button";
import { Form, Submit } from "@/components/ui/form";
import { findMaintenance } from "@/lib/maintenance/list";
import { isUuid } from "@/lib/rules/uuid";
import { listTags } from "@/lib/snitches/list-tags";
import { changeMaintenanceAction, removeMaintenanceAction } from "../actions";
import { MaintenanceFields } from "../maintenance-fields";

type PageProps = { params: Promise<{ caseId: string; id: string }> };

async function load(params: PageProps["params"]) {
  const { caseId, id } = await params;
  const { theCase } = await currentCase(caseId, `/maintenance/${id}`, "manage_snitches");
  const maintenance = isUuid(id) ? await findMaintenance(theCase.id, id) : null;
  if (!maintenance) notFound();
  return { theCase, maintenance };
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { theCase, maintenance } = await load(params);
  return { title: `${maintenance.name} · ${theCase.name}` };
}

const REMOVAL = "Misses that it excused count again in the history.";

export default async function EditMaintenancePage({ params }: PageProps) {
  const { theCase, maintenance } = await load(params);
  const { display } = await currentReader();
  const tags = await listTags(theCase.id);
  const path = `/${theCase.id}/maintenance`;
  const remove = removeMaintenanceAction.bind(null, theCase.id, maintenance.id);
  return (
    <div className="max-w-xl">
      <BackLink href={path}>Maintenance</BackLink>
      <PageHeader title={maintenance.name} />
      <TimeZoneList first={display.zone} />
      <Form asksBeforeLeaving action={changeMaintenanceAction.bind(null, theCase.id, maintenance.id)}>
        <MaintenanceFields caseId={theCase.id} maintenance={maintenance} tags={tags} />
        <div className="flex gap-2 pt-1 pb-8">
          <Submit busy="Saving…">Save</Submit>
          <ButtonLink href={path} look="bare">
            Cancel
          </ButtonLink>
        </div>
      </Form>
      <Section title="Remove">
        <p className="max-w-prose text-ink-quiet">{REMOVAL}</p>
        <div className="noscript:hidden">
          <Confirm
            title={`Remove ${maintenance.name}?`}
            description={REMOVAL}
            trigger="Remove Maintenance…"
            label="Remove Maintenance…"
            confirm="Remove Maintenance"
            busy="Removing…"
            action={remove}
          />
        </div>
        <noscript>
          <Form action={remove}>
            <Submit look="danger" busy="Removing…">
              Remove Maintenance
            </Submit>
          </Form>
        </noscript>
      </Section>
    </div>
  );
}
