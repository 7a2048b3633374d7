import type { Metadata } from "next";
import Link from "next/link";
import { Live } from "@/components/live";
import { PageHeader } from "@/components/page-header";
import { CheckInSnippets } from "@/components/snitches/check-in-snippets";
import { snippetsFor } from "@/components/snitches/snippets";
import { ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { may } from "@/lib/cases/roles";
import { env } from "@/lib/platform/env";
import { checkInNow } from "../actions";
import { type SnitchParams, shownSnitch } from "../snitch";
import { Arrival } from "./arrival";

export async function generateMetadata({ params }: { params: SnitchParams }): Promise<Metadata> {
  const { caseId, token } = await params;
  const { snitch, theCase } = await shownSnitch(caseId, token, "/setup");
  return { title: `Set up ${snitch.name} · ${theCase.name}` };
}

export default async function SetupPage({ params }: { params: SnitchParams }) {
  const { caseId, token } = await params;
  const { theCase, role, snitch } = await shownSnitch(caseId, token, "/setup");
  const mayManage = may(role, "manage_snitches");
  const isPending = snitch.status === "pending";
  const here = `/${theCase.id}/snitches/${token}`;
  const checkInUrl = `${env.CHECK_IN_URL}/${token}`;

  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
      <div className="-mb-6">
        <PageHeader title={`Set up ${snitch.name}`}>
          Let the job request this URL when it has run. Paste the line that fits.
        </PageHeader>
      </div>
      <CopyField label="Check-in URL" value={checkInUrl} what="the check-in URL" />
      <CheckInSnippets snippets={snippetsFor(checkInUrl, snitch.interval)} />
      <Arrival
        status={snitch.status}
        checkedInAt={snitch.checkedInAt}
        checkInNow={mayManage ? checkInNow.bind(null, theCase.id, token) : undefined}
      />
      <div className="flex flex-wrap items-center gap-4">
        <ButtonLink href={here} look={isPending ? "plain" : "primary"}>
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
