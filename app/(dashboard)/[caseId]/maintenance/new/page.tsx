import type { Metadata } from "next";
import { currentReader } from "@/app/sign-in/reader";
import { currentCase } from "@/app/sign-in/session";
import { PageHeader } from "@/components/page-header";
import { TimeZoneList } from "@/components/time-zone-list";
import { ButtonLink } from "@/components/ui/button";
import { Form, Submit } from "@/components/ui/form";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { HOUR_MS } from "@/lib/rules/durations";
import { periodAt } from "@/lib/rules/schedule/period";
import { findSnitch } from "@/lib/snitches/find";
import { listTags } from "@/lib/snitches/list-tags";
import { addMaintenanceAction } from "../actions";
import { type EditedMaintenance, MaintenanceFields } from "../maintenance-fields";

export const metadata: Metadata = { title: "Plan maintenance" };

type NewPageProps = { params: Promise<{ caseId: string }>; searchParams: Promise<{ snitch?: unknown }> };

export default async function NewMaintenancePage({ params, searchParams }: NewPageProps) {
  const { theCase } = await currentCase((await params).caseId, "/maintenance/new", "manage_snitches");
  const { display } = await currentReader();
  const tags = await listTags(theCase.id);
  const { snitch: token } = await searchParams;
  const snitch =
    typeof token === "string" && isPostgresText(token) ? await findSnitch(theCase.id, token) : null;
  return (
    <div className="max-w-xl">
      <PageHeader title="Plan maintenance">
        No alerts are sent about the snitches that it covers until it ends.
      </PageHeader>
      <TimeZoneList first={display.zone} />
      <Form asksBeforeLeaving data-draft={snitch?.token} action={addMaintenanceAction.bind(null, theCase.id)}>
        <MaintenanceFields caseId={theCase.id} maintenance={emptyFor(snitch, new Date())} tags={tags} />
        <div className="flex gap-2 pt-1">
          <Submit busy="Planning…">Plan Maintenance</Submit>
          <ButtonLink href={`/${theCase.id}/maintenance`} look="bare">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}

/** The form begins with two hours from the next full hour on, for everything or for the snitch that the link names. */
function emptyFor(snitch: { token: string; name: string } | null, now: Date): EditedMaintenance {
  const { end: startsAt } = periodAt("hourly", now);
  return {
    name: "",
    note: "",
    coversAll: snitch === null,
    tags: [],
    snitches: snitch ? [{ token: snitch.token, name: snitch.name }] : [],
    startsAt,
    endsAt: new Date(startsAt.getTime() + 2 * HOUR_MS),
    schedule: null,
  };
}
