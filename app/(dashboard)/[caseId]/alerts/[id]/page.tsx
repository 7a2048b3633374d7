import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { currentCase } from "@/app/sign-in/session";
import { Decision } from "@/components/alerts/decision";
import { Messages, NotNotifiedList } from "@/components/alerts/messages";
import { Reasons } from "@/components/alerts/reasons";
import { GuidanceFacts } from "@/components/guidance-facts";
import { Live } from "@/components/live";
import { BackLink } from "@/components/page-header";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { FactList } from "@/components/ui/fact";
import { Link } from "@/components/ui/link";
import { may } from "@/lib/cases/roles";
import { type AlertMessage, type FoundAlert, findAlert } from "@/lib/history/find-alert";
import { type EventEntry, listEvents } from "@/lib/history/incident-story";
import { findGuidance } from "@/lib/incidents/guidance";
import { findMachineOf } from "@/lib/machines/list";
import { alertWord } from "@/lib/rules/history/history-text";
import { isUuid } from "@/lib/rules/uuid";
import { Attempts } from "../../channels/[channelId]/deliveries/[deliveryId]/attempts";
import { ReplayLink } from "../../snitches/[token]/replay/replay-link";
import { Suggestions } from "../../snitches/[token]/suggestions";

type AlertPageProps = { params: Promise<{ caseId: string; id: string }> };

const load = cache(async (caseId: string, id: string) => {
  const { theCase, role } = await currentCase(caseId, `/alerts/${id}`);
  const alert = isUuid(id) ? await findAlert(theCase.id, id) : null;
  if (!alert) notFound();
  return { theCase, role, alert };
});

export async function generateMetadata({ params }: AlertPageProps): Promise<Metadata> {
  const { caseId, id } = await params;
  const { theCase, alert } = await load(caseId, id);
  return { title: `${buildTitle(alert)} · ${theCase.name}` };
}

/** Why an alert was raised, each attempt to notify someone, and who confirmed it. */
export default async function AlertPage({ params }: AlertPageProps) {
  const { caseId, id } = await params;
  const { theCase, role, alert } = await load(caseId, id);
  const caseUrl = `/${theCase.id}`;
  const { incident, snitch, messages, notNotified, kind } = alert;
  const guidance = await findGuidance(theCase.id, snitch.id, {
    ...alert,
    cause: alert.cause ?? (kind === "errored" ? "error" : null),
  });
  const machine = incident && (await findMachineOf(theCase.id, incident.id));
  const confirmed = incident
    ? (await listEvents(theCase.id, { ...incident, snitch })).filter(
        ({ action }) => action === "snitch.acknowledged",
      )
    : [];
  return (
    <>
      <Heading alert={alert} caseUrl={caseUrl} />
      <Section id="alert" title="Alert">
        <FactList>
          <Decision alert={alert} />
          <GuidanceFacts {...guidance} />
        </FactList>
      </Section>
      <Section id="why" title="Why">
        <Reasons alert={alert} caseUrl={caseUrl} />
        {machine && (
          <p className="pt-2 text-sm">
            Its machine{" "}
            <Link href={`${caseUrl}/machines/${machine}`} className="underline underline-offset-4">
              {machine}
            </Link>{" "}
            was not reporting, so people got one message about the machine instead of one per job.
          </p>
        )}
        <Suggestions
          caseId={theCase.id}
          snitch={snitch}
          only="flaps"
          mayManage={may(role, "manage_snitches")}
        />
        <ReplayLink snitchUrl={`${caseUrl}/snitches/${snitch.token}`} />
      </Section>
      <Section id="messages" title="Notifications" aside={messages.length > 0 && "Attempts: newest first"}>
        {messages.length === 0 && notNotified.length === 0 && (
          <p className="text-sm text-ink-quiet">No messages were sent for this alert.</p>
        )}
        {messages.length > 0 && (
          <Messages
            messages={messages}
            kind={kind}
            buildUrl={({ id, channel }) =>
              channel && `/${theCase.id}/channels/${channel.id}/deliveries/${id}`
            }
            renderAttempts={({ attempts }: AlertMessage) => <Attempts history={attempts} />}
          />
        )}
        {notNotified.length > 0 && <NotNotifiedList notNotified={notNotified} kind={kind} />}
      </Section>
      <Section id="confirmed" title="Who confirmed">
        <Confirmed events={confirmed} alert={alert} caseUrl={caseUrl} />
      </Section>
      <Live caseId={theCase.id} />
    </>
  );
}

function buildTitle({ kind, from, isReminder, snitch }: FoundAlert): string {
  const word = alertWord(kind, from);
  return `${isReminder ? `Reminder, ${word.toLowerCase()}` : word}: ${snitch.name}`;
}

function Heading({ alert, caseUrl }: { alert: FoundAlert; caseUrl: string }) {
  const { incident, snitch, at } = alert;
  const look = "underline underline-offset-4 hover:text-ink";
  return (
    <div className="pb-6">
      <BackLink
        href={incident ? `${caseUrl}/incidents/${incident.id}` : `${caseUrl}/snitches/${snitch.token}`}
      >
        {incident ? "Incident" : "Snitch"}
      </BackLink>
      <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">
        <bdi>{buildTitle(alert)}</bdi>
      </h1>
      <p className="flex flex-wrap gap-x-2 pt-1.5 text-sm text-ink-quiet">
        <Time at={at} />
        <span aria-hidden>·</span>
        <Link href={`${caseUrl}/snitches/${snitch.token}`} className={look}>
          Open the snitch
        </Link>
        {incident && (
          <>
            <span aria-hidden>·</span>
            <Link href={`${caseUrl}/incidents/${incident.id}`} className={look}>
              Open the incident
            </Link>
          </>
        )}
      </p>
    </div>
  );
}

type ConfirmedProps = { events: EventEntry[]; alert: FoundAlert; caseUrl: string };

/** Who acknowledged the incident of the alert, and when. */
function Confirmed({ events, alert: { incident }, caseUrl }: ConfirmedProps) {
  if (!incident) return <p className="text-sm text-ink-quiet">It is not part of an incident.</p>;
  if (events.length === 0)
    return (
      <p className="text-sm text-ink-quiet">
        No one has acknowledged{" "}
        <Link href={`${caseUrl}/incidents/${incident.id}`} className="underline underline-offset-4">
          its incident
        </Link>
        .
      </p>
    );
  return (
    <ul className="grid gap-1 text-sm">
      {events.map(({ id, at, actorName }) => (
        <li key={id} className="wrap-anywhere">
          {actorName} acknowledged the incident on <Time at={at} as="exact" />
        </li>
      ))}
    </ul>
  );
}
