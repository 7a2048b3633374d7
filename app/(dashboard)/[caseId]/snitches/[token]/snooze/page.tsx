import type { Metadata } from "next";
import { IncidentSentences } from "@/components/incidents/incident-sentences";
import { MuteForm } from "@/components/mute/mute-form";
import { PageHeader } from "@/components/page-header";
import { StatusSentence } from "@/components/snitches/status-sentence";
import { StatusBadge } from "@/components/status-badge";
import { ButtonLink } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { findOpenIncident } from "@/lib/incidents/list";
import { shownStatus } from "@/lib/rules/state/is-late";
import { snoozeAndOpenAction } from "../../../incidents/actions";
import { snoozeSnitchAction } from "../actions";
import { loadSnitch, type SnitchParams } from "../load-snitch";

type SnoozePageProps = { params: SnitchParams };

const load = async (params: SnitchParams) => {
  const { caseId, token } = await params;
  return loadSnitch(caseId, token, "/snooze", "manage_snitches");
};

export async function generateMetadata({ params }: SnoozePageProps): Promise<Metadata> {
  const { snitch, theCase } = await load(params);
  return { title: `Snooze ${snitch.name} · ${theCase.name}` };
}

/** The link of an alert email leads here. Opening it changes nothing. */
export default async function SnoozePage({ params }: SnoozePageProps) {
  const { theCase, snitch } = await load(params);
  const now = new Date();
  const incident = await findOpenIncident(theCase.id, snitch.id);
  const snitchUrl = `/${theCase.id}/snitches/${snitch.token}`;
  return (
    <div className="grid max-w-xl gap-6">
      <div className="-mb-6">
        <PageHeader title={`${incident ? "Snooze" : "Pause"} ${snitch.name}`}>
          {incident
            ? "Snoozing stops alerts about this incident, but you’re still notified when it recovers. Pausing stops monitoring; check-ins are still recorded."
            : "No incident is open, so there are no alerts to snooze. Pausing stops monitoring; check-ins are still recorded."}
        </PageHeader>
      </div>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 rounded-lg border border-line bg-surface-quiet px-4 py-3">
        <span role="status" aria-label="Status">
          <StatusBadge status={shownStatus(snitch, now)} />
        </span>
        <p className="min-w-0 text-ink-quiet">
          <StatusSentence snitch={snitch} now={now} />
        </p>
      </div>
      {snitch.status === "pending" ? (
        <div className="grid justify-items-start gap-4">
          <p>A snitch cannot be paused before its first check-in.</p>
          <ButtonLink href={`${snitchUrl}/setup`}>See How to Check In</ButtonLink>
        </div>
      ) : (
        <div className="grid gap-10">
          {incident && (
            <MuteForm
              verb="snooze"
              now={now}
              action={snoozeAndOpenAction.bind(null, theCase.id, incident.id)}
            />
          )}
          <MuteForm verb="pause" now={now} action={snoozeSnitchAction.bind(null, theCase.id, snitch.token)} />
        </div>
      )}
      {incident && <IncidentSentences incident={incident} now={now} />}
      <Link
        href={snitchUrl}
        className="w-fit py-1 text-sm text-ink-quiet underline underline-offset-4 hover:text-ink"
      >
        Open the snitch
      </Link>
    </div>
  );
}
