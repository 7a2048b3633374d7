import type { Metadata } from "next";
import { Live } from "@/components/live";
import { DocsLink, PageHeader } from "@/components/page-header";
import { ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { Link } from "@/components/ui/link";
import { may } from "@/lib/cases/roles";
import { checkInNowAction } from "../actions";
import { CheckInExamples, CheckInFields } from "../check-in-fields";
import { loadSnitch, type SnitchParams } from "../load-snitch";
import { Arrival } from "./arrival";

export async function generateMetadata({ params }: { params: SnitchParams }): Promise<Metadata> {
  const { caseId, token } = await params;
  const { snitch, theCase } = await loadSnitch(caseId, token, "/setup");
  return { title: `Set up ${snitch.name} · ${theCase.name}` };
}

export default async function SetupPage({ params }: { params: SnitchParams }) {
  const { caseId, token } = await params;
  const { theCase, role, snitch } = await loadSnitch(caseId, token, "/setup");
  const mayManage = may(role, "manage_snitches");
  const isPending = snitch.status === "pending";
  const snitchUrl = `/${theCase.id}/snitches/${token}`;

  return (
    <div className="grid max-w-3xl gap-6">
      <div className="-mb-6">
        <PageHeader title={`Set up ${snitch.name}`}>
          Request this URL at the end of each run. Copy the example that fits your job.
        </PageHeader>
      </div>
      <CheckInFields checkInKey={snitch.checkInKey} />
      {snitch.slug && <CopyField label="Slug" value={snitch.slug} what="the slug" />}
      <CheckInExamples snitch={snitch} />
      {snitch.checkInKey !== null && (
        <DocsLink page={`/works-with?snitch=${snitch.checkInKey}`}>
          What runs your job? Lines for cron, systemd, restic, borgmatic, Kubernetes, Prometheus and 30 more
        </DocsLink>
      )}
      <Arrival
        status={snitch.status}
        checkedInAt={snitch.checkedInAt}
        checkInNow={mayManage ? checkInNowAction.bind(null, theCase.id, token) : undefined}
      />
      <div className="flex flex-wrap items-center gap-4">
        <ButtonLink href={snitchUrl} look={isPending ? "plain" : "primary"}>
          {isPending ? "Skip for Now" : "Go to Snitch"}
        </ButtonLink>
        {!isPending && mayManage && (
          <Link
            href={`/${theCase.id}/new`}
            className="py-1 text-sm text-ink-quiet underline underline-offset-4 hover:text-ink"
          >
            Add another
          </Link>
        )}
      </div>
      {isPending && <Live caseId={theCase.id} everySeconds={3} />}
    </div>
  );
}
