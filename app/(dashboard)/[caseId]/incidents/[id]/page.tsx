import type { Metadata } from "next";
import { AssignForm, NoteForm } from "@/components/incidents/assign-forms";
import { causeTitle } from "@/components/incidents/cause-line";
import { IncidentBand } from "@/components/incidents/incident-band";
import { IncidentFacts } from "@/components/incidents/incident-facts";
import { IncidentKeys } from "@/components/incidents/incident-keys";
import { IncidentVerbs } from "@/components/incidents/incident-verbs";
import { Story } from "@/components/incidents/story";
import { Live } from "@/components/live";
import { BackLink } from "@/components/page-header";
import { Section } from "@/components/section";
import { Link } from "@/components/ui/link";
import { listMembers } from "@/lib/cases/members";
import { may } from "@/lib/cases/roles";
import { listStory } from "@/lib/history/incident-story";
import { findGuidance } from "@/lib/incidents/guidance";
import { findOpenTime } from "@/lib/maintenance/incident-figures";
import { SEVERITY_LABELS } from "@/lib/rules/incidents/severity-labels";
import { listPagesOfIncident } from "@/lib/status-pages/notices/publish-note";
import { pauseSnitchAction } from "../../snitches/[token]/actions";
import { addNoteAction, assignIncidentAction } from "../actions";
import { bindIncidentActions } from "../actions-of";
import { type IncidentParams, loadIncident } from "./load-incident";

type IncidentPageProps = { params: IncidentParams };

export async function generateMetadata({ params }: IncidentPageProps): Promise<Metadata> {
  const { caseId, id } = await params;
  const { theCase, incident } = await loadIncident(caseId, id);
  return { title: `${incident.snitch.name}: ${causeTitle(incident)} · ${theCase.name}` };
}

/** The whole story of an incident. */
export default async function IncidentPage({ params }: IncidentPageProps) {
  const { caseId, id } = await params;
  const { theCase, role, incident } = await loadIncident(caseId, id);
  const now = new Date();
  const mayAct = may(role, "manage_snitches");
  const [{ entries, leftOut }, openTime, guidance, members, pages] = await Promise.all([
    listStory(theCase.id, incident),
    findOpenTime(theCase.id, incident, now),
    findGuidance(theCase.id, incident.snitch.id, {
      ...incident.reported,
      cause: incident.reported.beforeMiss ?? incident.cause,
    }),
    mayAct ? listMembers(theCase.id).then((all) => all.map(({ email }) => email)) : [],
    mayAct ? listPagesOfIncident(theCase.id, incident.id) : [],
  ]);
  const { snitch, severity } = incident;
  const snitchUrl = `/${theCase.id}/snitches/${snitch.token}`;
  return (
    <>
      <div className="grid gap-4 pb-6">
        <BackLink href={`/${theCase.id}/incidents`}>Incidents</BackLink>
        <div className="grid min-w-0 gap-1.5">
          <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">
            <bdi>{snitch.name}</bdi>: {causeTitle(incident)}
          </h1>
          <p className="flex flex-wrap gap-x-2 text-sm text-ink-quiet">
            <span>{SEVERITY_LABELS[severity]}</span>
            <span aria-hidden>·</span>
            <Link href={snitchUrl} className="underline underline-offset-4 hover:text-ink">
              Open the snitch
            </Link>
          </p>
        </div>
      </div>
      <div className="pb-6">
        <IncidentBand incident={incident} openTime={openTime} now={now}>
          <IncidentFacts incident={incident} guidance={guidance} snitchUrl={snitchUrl} />
          {!mayAct && incident.assignedTo && (
            <p className="text-sm wrap-anywhere">Assigned to {incident.assignedTo}.</p>
          )}
          {mayAct && !incident.closedAt && (
            <div className="grid gap-3 print:hidden">
              <div className="flex flex-wrap gap-2">
                <IncidentVerbs
                  incident={incident}
                  now={now}
                  actions={bindIncidentActions(theCase.id, incident.id)}
                  pause={pauseSnitchAction.bind(null, theCase.id, snitch.token)}
                />
              </div>
              <AssignForm
                assignedTo={incident.assignedTo}
                members={members}
                action={assignIncidentAction.bind(null, theCase.id, incident.id)}
              />
            </div>
          )}
        </IncidentBand>
      </div>
      <Section id="story" title="Incident timeline">
        {mayAct && <NoteForm pages={pages} action={addNoteAction.bind(null, theCase.id, incident.id)} />}
        {entries.length > 0 ? (
          <Story entries={entries} now={now} caseUrl={`/${theCase.id}`} />
        ) : (
          <p className="text-ink-quiet">Its alerts are no longer kept.</p>
        )}
        {leftOut > 0 && (
          <p className="text-sm text-ink-quiet">
            {leftOut.toLocaleString("en")} alerts between the first and the latest are not shown.{" "}
            <Link
              href={`${snitchUrl}/activity?show=changes`}
              className="underline underline-offset-4 hover:text-ink"
            >
              All activity of the snitch
            </Link>
          </p>
        )}
      </Section>
      <IncidentKeys />
      <Live caseId={theCase.id} />
    </>
  );
}
