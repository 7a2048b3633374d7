import { StatusMark } from "@/components/snitches/status-badge";
import type { AlertCause } from "@/lib/rules/alert-cause";

/** The status of a snitch whose incident has this cause. */
export const statusOfCause = (cause: AlertCause) =>
  cause === "missed" || cause === "overran" ? "failed" : "errored";

/** The mark of an incident. Once it is over it is that of a healthy snitch. */
export const IncidentMark = ({ incident }: { incident: { cause: AlertCause; closedAt: Date | null } }) => (
  <StatusMark status={incident.closedAt ? "healthy" : statusOfCause(incident.cause)} />
);
