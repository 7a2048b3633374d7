import clsx from "clsx";
import { StatusBadge } from "@/components/status-badge";
import { Time } from "@/components/time";
import type { ListedIncident } from "@/lib/incidents/list";
import { formatOpenTime, type OpenTime } from "@/lib/rules/history/history-text";
import { IncidentSentences } from "./incident-sentences";
import { statusOfCause } from "./status-of-cause";

type IncidentBandProps = {
  incident: ListedIncident;
  openTime: OpenTime;
  now: Date;
  children?: React.ReactNode;
};

const LOOKS = {
  failed: "border-failed/30 bg-failed/6",
  errored: "border-errored/30 bg-errored/6",
  healthy: "border-line bg-surface-quiet",
};

/** What an incident that has ended is called, by what ended it, and the sentence that explains it. */
const ENDS = {
  paused: { label: "Ended", sentence: "It ended because the snitch was paused." },
  recovered: { label: "Recovered", sentence: "" },
  disproved: { label: "Reported late", sentence: "Late reports showed that the job ran on time." },
};

const chooseEnd = ({ closedBy, disprovedAt }: ListedIncident) =>
  ENDS[disprovedAt ? "disproved" : closedBy === "paused" ? "paused" : "recovered"];

/** The state of an incident in a sentence, what keeps alerts back, and below it what the page adds. */
export function IncidentBand({ incident, openTime, now, children }: IncidentBandProps) {
  const { openedAt, closedAt } = incident;
  const status = closedAt ? "healthy" : statusOfCause(incident.cause);
  const duration = formatOpenTime(openTime);
  return (
    <div className={clsx("grid gap-3 rounded-lg border px-4 py-3", LOOKS[status])}>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span role="status" aria-label="Status">
          <StatusBadge status={status} label={closedAt ? chooseEnd(incident).label : undefined} />
        </span>
        <p className="min-w-0 text-ink-quiet">
          {closedAt ? (
            <>
              From <Time at={openedAt} /> to <Time at={closedAt} near={openedAt} />, {duration}.{" "}
              {chooseEnd(incident).sentence}
            </>
          ) : (
            <>
              Since <Time at={openedAt} near={now} />, for {duration}.
            </>
          )}
        </p>
      </div>
      <IncidentSentences incident={incident} now={now} />
      {children}
    </div>
  );
}
