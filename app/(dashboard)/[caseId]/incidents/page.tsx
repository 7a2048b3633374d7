import type { Metadata } from "next";
import { currentCase } from "@/app/auth/session";
import { DocsLink } from "@/components/docs-link";
import { IncidentList } from "@/components/incidents/incident-list";
import { IncidentVerbs } from "@/components/incidents/incident-verbs";
import { Live } from "@/components/live";
import { PageHeader } from "@/components/page-header";
import { Section } from "@/components/section";
import { SubNav } from "@/components/sub-nav";
import { ButtonLink } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { Link } from "@/components/ui/link";
import { may } from "@/lib/cases/roles";
import { listNotified } from "@/lib/history/incident-story";
import { countOpenIncidents, type ListedIncident, listIncidents, MAX_COUNTED } from "@/lib/incidents/list";
import { isUuid } from "@/lib/rules/uuid";
import type { Query } from "../filters";
import { bindIncidentActions } from "./actions-of";

const INCIDENTS_ON_A_PAGE = 50;
/** How many of those that are over are below the open ones. */
const LATEST_CLOSED = 5;

type IncidentsPageProps = { params: Promise<{ caseId: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params }: IncidentsPageProps): Promise<Metadata> {
  const { theCase } = await currentCase((await params).caseId, "/incidents");
  return { title: `Incidents · ${theCase.name}` };
}

/** The incidents of a case: those that are open, and with `?status=closed` those that are over. `?after=` is the id of an incident. */
export default async function IncidentsPage({ params, searchParams }: IncidentsPageProps) {
  const { theCase, role } = await currentCase((await params).caseId, "/incidents");
  const { status: shown, after: cursor } = await searchParams;
  const status = shown === "closed" ? "closed" : "open";
  const after = isUuid(cursor) ? cursor : undefined;
  const now = new Date();
  const caseUrl = `/${theCase.id}`;
  const [found, latest, openCount] = await Promise.all([
    // One more than the page shows whether another page follows.
    listIncidents(theCase.id, { status, after }, INCIDENTS_ON_A_PAGE + 1),
    status === "open" && !after ? listIncidents(theCase.id, { status: "closed" }, LATEST_CLOSED) : [],
    countOpenIncidents(theCase.id),
  ]);
  const incidents = found.slice(0, INCIDENTS_ON_A_PAGE);
  const next = found.length > INCIDENTS_ON_A_PAGE ? incidents.at(-1)?.id : undefined;
  const notified = await listNotified([...incidents, ...latest].map(({ id }) => id));
  const mayManage = may(role, "manage_snitches");
  const list = (label: string, listed: ListedIncident[]) => (
    <IncidentList
      label={label}
      incidents={listed}
      notified={notified}
      now={now}
      caseUrl={caseUrl}
      renderActions={(incident) =>
        mayManage && (
          <IncidentVerbs
            incident={incident}
            now={now}
            actions={bindIncidentActions(theCase.id, incident.id)}
            of={incident.snitch.name}
          />
        )
      }
    />
  );
  const isNew = openCount === 0 && latest.length === 0 && status === "open";
  return (
    <>
      <PageHeader title="Incidents">{formatSummary(openCount)}</PageHeader>
      <SubNav
        label="Incidents"
        currentPath={status === "closed" ? `${caseUrl}/incidents?status=closed` : `${caseUrl}/incidents`}
        pages={[
          [`${caseUrl}/incidents`, "Open"],
          [`${caseUrl}/incidents?status=closed`, "Closed"],
        ]}
      />
      {incidents.length > 0 ? (
        list(status === "closed" ? "Closed incidents" : "Open incidents", incidents)
      ) : after ? (
        <p className="text-ink-quiet">There are no older incidents.</p>
      ) : (
        <NoIncidents status={status} isNew={isNew} />
      )}
      {(next || after) && (
        <nav aria-label="Pages of incidents" className="flex gap-2 pt-4 print:hidden">
          {after && <ButtonLink href={pageUrl(caseUrl, status)}>Newest</ButtonLink>}
          {next && <ButtonLink href={pageUrl(caseUrl, status, next)}>Older</ButtonLink>}
        </nav>
      )}
      {latest.length > 0 && (
        <div className="pt-8">
          <Section
            title="Closed lately"
            className="border-t-0"
            aside={
              <Link
                href={`${caseUrl}/incidents?status=closed`}
                className="underline underline-offset-4 hover:text-ink"
              >
                All closed incidents
              </Link>
            }
          >
            {list("Incidents closed lately", latest)}
          </Section>
        </div>
      )}
      <Live caseId={theCase.id} />
    </>
  );
}

function pageUrl(caseUrl: string, status: "open" | "closed", after?: string): string {
  const query = new URLSearchParams({
    ...(status === "closed" && { status }),
    ...(after && { after }),
  });
  return `${caseUrl}/incidents${query.size > 0 ? `?${query}` : ""}`;
}

function formatSummary(open: number): string {
  if (open === 0) return "No incident is open.";
  if (open === 1) return "1 incident is open.";
  const count = open.toLocaleString("en");
  return open < MAX_COUNTED ? `${count} incidents are open.` : `${count} or more incidents are open.`;
}

const NoIncidents = ({ status, isNew }: { status: "open" | "closed"; isNew: boolean }) =>
  isNew || status === "closed" ? (
    <Empty title={isNew ? "There has been no incident yet." : "No incident has been closed yet."}>
      <p>
        An incident begins when a job misses its time or reports an error, and ends when it reports that all
        is well. Here you see who was alerted, and who acknowledged it.
      </p>
      <DocsLink page="/incidents">How incidents and alerts work</DocsLink>
    </Empty>
  ) : (
    <Empty title="Nothing is wrong.">
      <p>No snitch is missing or errored.</p>
    </Empty>
  );
