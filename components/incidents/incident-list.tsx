import { Notifications } from "@/components/snitches/notifications";
import { Time } from "@/components/time";
import { Link } from "@/components/ui/link";
import type { SentNotification } from "@/lib/history/sent-notification";
import type { ListedIncident } from "@/lib/incidents/list";
import { durationInWords } from "@/lib/rules/duration-in-words";
import { IncidentMark } from "./incident-mark";
import { IncidentNotes } from "./incident-notes";
import { CAUSE_WORDS, SEVERITY_WORDS } from "./words";

type IncidentListProps = {
  label: string;
  incidents: ListedIncident[];
  /** Who was notified of each incident, by its id. */
  notified: Map<string, SentNotification[]>;
  now: Date;
  caseUrl: string;
  /** What can be done about an incident. */
  renderActions: (incident: ListedIncident) => React.ReactNode;
};

/** Incidents, one in a few lines: whose, why, since when, who was notified and how that went, and who acknowledged it. */
export function IncidentList({ label, incidents, notified, now, caseUrl, renderActions }: IncidentListProps) {
  return (
    <ol aria-label={label} className="grid">
      {incidents.map((incident) => (
        <li
          key={incident.id}
          className="grid grid-cols-[0.75rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2 border-b border-line py-3 text-sm md:grid-cols-[0.75rem_minmax(0,1fr)_auto]"
        >
          <IncidentMark incident={incident} />
          <div className="grid min-w-0 gap-1">
            <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
              <Link
                href={`${caseUrl}/incidents/${incident.id}`}
                className="min-w-0 py-0.5 font-medium wrap-anywhere hover:underline"
              >
                <bdi>{incident.snitch.name}</bdi>
              </Link>
              <span className="text-ink-quiet">{CAUSE_WORDS[incident.cause]}</span>
              {incident.severity !== "critical" && (
                <span className="rounded border border-line px-1.5 text-xs text-ink-quiet">
                  {SEVERITY_WORDS[incident.severity]}
                </span>
              )}
            </p>
            <p className="text-xs text-ink-quiet">
              <Duration incident={incident} now={now} />
              <IncidentNotes
                incident={incident}
                now={now}
                className="font-medium text-ink before:font-normal before:text-ink-quiet before:content-['_·_']"
              />
              {incident.acknowledgedBy && (
                <span className="wrap-anywhere"> by {incident.acknowledgedBy}</span>
              )}
            </p>
            <Notification incident={incident} notifications={notified.get(incident.id) ?? []} />
          </div>
          <div className="flex flex-wrap items-start gap-2 max-md:col-start-2 print:hidden">
            {renderActions(incident)}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Duration({ incident: { openedAt, closedAt }, now }: { incident: ListedIncident; now: Date }) {
  const duration = durationInWords((closedAt ?? now).getTime() - openedAt.getTime());
  return closedAt ? (
    <>
      <Time at={openedAt} isTabStop={false} /> to <Time at={closedAt} near={openedAt} isTabStop={false} />,{" "}
      {duration}
    </>
  ) : (
    <>
      Since <Time at={openedAt} near={now} isTabStop={false} />, for {duration}
    </>
  );
}

const MAX_SHOWN = 3;

function Notification({
  incident: { notifiedAt },
  notifications,
}: {
  incident: ListedIncident;
  notifications: SentNotification[];
}) {
  if (notifiedAt === null) return <p className="text-xs text-ink-quiet">Nobody was alerted.</p>;
  const more = notifications.length - MAX_SHOWN;
  return (
    <>
      <Notifications notifications={notifications.slice(0, MAX_SHOWN)} />
      {more > 0 && <p className="text-xs text-ink-quiet">And {more} more</p>}
    </>
  );
}
