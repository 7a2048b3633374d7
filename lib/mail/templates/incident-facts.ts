import { durationInWords } from "@/lib/rules/duration-in-words";
import type { AlertDetails } from "./alert-details";
import type { Fact } from "./content";
import { oneLine, type WriteTime } from "./format";

type Alert = AlertDetails["alert"];

/** Since when a snitch is bad, as far as the alert knows. */
const chooseSince = ({ alert, incident }: AlertDetails): Date =>
  incident?.openedAt ?? alert.silentSince ?? alert.at;

/** The label and the lead of an alert that only repeats an earlier notification. */
export function reminderLead(details: AlertDetails, writeTime: WriteTime): { label: string; lead: string } {
  const { kind, at } = details.alert;
  const since = chooseSince(details);
  const word = kind === "missing" ? "missing" : "errored";
  const duration = durationInWords(at.getTime() - since.getTime());
  return {
    label: `Still ${word}`,
    lead: `This is a reminder: it has been ${word} since ${writeTime(since)}, for ${duration}.`,
  };
}

const SEVERITY_WORDS = { info: "Info", warning: "Warning", critical: "Critical" } as const;

/** What an e-mail says of the incident of an alert: how severe it is if it is not critical, that the notification waited, and who depends on it. */
export function factsOfIncident({ alert, incident, dependents }: AlertDetails, writeTime: WriteTime): Fact[] {
  const facts: Fact[] = [];
  if (incident && incident.severity !== "critical")
    facts.push({ label: "Severity", value: SEVERITY_WORDS[incident.severity] });
  if (wasInMaintenance(alert))
    facts.push({ label: "Since", value: `${writeTime(alert.at)}, during maintenance` });
  if (dependents && dependents.count > 0)
    facts.push({
      label: "Also affected",
      value: `${dependents.count} that depend on it: ${formatNames(dependents)}`,
    });
  return facts;
}

const wasInMaintenance = ({ kind, hold, isReminder }: Alert) =>
  hold === "maintenance" && !isReminder && (kind === "missing" || kind === "errored");

const formatNames = ({ count, names }: { count: number; names: string[] }) =>
  [...names.map(oneLine), ...(count > names.length ? ["…"] : [])].join(", ");
