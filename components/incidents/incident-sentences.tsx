import type { NoticedIncident } from "@/components/incident-notices";
import { NoticeSentences } from "./incident-notes";

/**
 * Why no one is alerted about an incident now, in sentences. The props of a client component are part of the page that the browser
 * gets: of an incident, only what the sentences are made of.
 */
export function IncidentSentences({ incident, now }: { incident: NoticedIncident; now: Date }) {
  const { closedAt, acknowledgedAt, acknowledgedBy, ackAskedAt, snoozedUntil, hold, heldUntil } = incident;
  const { heldBy, badCount, goodCount, snitch } = incident;
  const noticed: NoticedIncident = {
    closedAt,
    acknowledgedAt,
    acknowledgedBy,
    ackAskedAt,
    snoozedUntil,
    hold,
    heldUntil,
    heldBy: heldBy && { name: heldBy.name },
    badCount,
    goodCount,
    snitch: { alertAfter: snitch.alertAfter, recoverAfter: snitch.recoverAfter },
  };
  return <NoticeSentences incident={noticed} now={now} />;
}
