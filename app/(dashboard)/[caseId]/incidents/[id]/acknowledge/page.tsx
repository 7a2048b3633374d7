import type { Metadata } from "next";
import { IncidentBand } from "@/components/incidents/incident-band";
import { PageHeader } from "@/components/page-header";
import { Form, Submit } from "@/components/ui/form";
import { Check } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { findOpenTime } from "@/lib/maintenance/incident-figures";
import { isAsked } from "@/lib/rules/incidents/acknowledgement";
import { acknowledgeIncidentAction } from "../../actions";
import { type IncidentParams, loadIncident } from "../load-incident";

const load = async (params: IncidentParams) => {
  const { caseId, id } = await params;
  return loadIncident(caseId, id, "/acknowledge", "manage_snitches");
};

export async function generateMetadata({ params }: { params: IncidentParams }): Promise<Metadata> {
  const { theCase, incident } = await load(params);
  return { title: `Acknowledge ${incident.snitch.name} · ${theCase.name}` };
}

/** The link of an alert email leads here. Opening it changes nothing. */
export default async function AcknowledgePage({ params }: { params: IncidentParams }) {
  const { theCase, incident } = await load(params);
  const now = new Date();
  const openTime = await findOpenTime(theCase.id, incident, now);
  return (
    <div className="grid max-w-xl gap-6">
      <div className="-mb-6">
        <PageHeader title={`Acknowledge ${incident.snitch.name}`}>
          {!incident.closedAt &&
            "Acknowledge it to show that you’re handling it. No reminders are sent until it resolves or gets worse."}
        </PageHeader>
      </div>
      <IncidentBand incident={incident} openTime={openTime} now={now} />
      {!incident.closedAt && (!incident.acknowledgedAt || isAsked(incident)) && (
        <Form action={acknowledgeIncidentAction.bind(null, theCase.id, incident.id)}>
          <div>
            <Submit busy="Acknowledging…">
              <Check aria-hidden />
              Acknowledge
            </Submit>
          </div>
        </Form>
      )}
      <Link
        href={`/${theCase.id}/incidents/${incident.id}`}
        className="w-fit py-1 text-sm text-ink-quiet underline underline-offset-4 hover:text-ink"
      >
        Open the incident
      </Link>
    </div>
  );
}
