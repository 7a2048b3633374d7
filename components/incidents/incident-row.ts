import { CAUSE_WORDS, listNotices } from "@/components/incident-words";
import type { TimesInWords } from "@/components/time-in-words";
import type { SentNotification } from "@/lib/history/sent-notification";
import type { IncidentGroup, IncidentRow } from "@/lib/incidents/list-rows";
import type { Severity } from "@/lib/rules/incidents/incident";
import { causeLine } from "./cause-line";
import { type DeliveryMark, deliveryMark } from "./delivery-mark";

/** An incident as the list shows it, in the words of its reader. It is sent to the browser, so it has no more than that. */
export type ShownIncident = {
  id: string;
  name: string;
  /** Absent if it is critical, as most are. */
  severity?: Severity;
  cause: string;
  openedAt: string;
  since: string;
  /** Who took it, and what else keeps alerts back; absent if nothing does. */
  notes?: string;
  /** Absent if all notifications were delivered. */
  mark?: DeliveryMark;
};

/** Incidents below a heading. */
export type IncidentSection = { title: string; incidents: ShownIncident[] };

type Given = { now: Date; words: TimesInWords; notified: Map<string, SentNotification[]> };

export const showIncidents = (incidents: IncidentRow[], context: Given) =>
  incidents.map((incident) => showIncident(incident, context));

function showIncident(incident: IncidentRow, { now, words, notified }: Given): ShownIncident {
  const { id, snitch, severity, openedAt, acknowledgedBy, notifiedAt } = incident;
  const mark = deliveryMark(notifiedAt, notified.get(id) ?? []);
  const notices = listNotices(incident, now, (at) => words.brief(at, now));
  const notes = notices.map((notice) =>
    notice.words === "Acknowledged" && acknowledgedBy ? acknowledgedBy : notice.words,
  );
  return {
    id,
    name: snitch.name,
    ...(severity !== "critical" && { severity }),
    cause: causeLine(incident, now, words),
    openedAt: openedAt.toISOString(),
    since: words.brief(openedAt, now),
    ...(notes.length > 0 && { notes: notes.join(" · ") }),
    ...(mark && { mark }),
  };
}

type Sectioned = Given & { status: "open" | "closed"; group: IncidentGroup | null };

/** The sections of the list: one, or one for each cause or machine, those with the most incidents first; and what is acknowledged. */
export function sectionIncidents(
  incidents: IncidentRow[],
  { status, group, ...context }: Sectioned,
): IncidentSection[] {
  const isTaken = ({ acknowledgedAt }: IncidentRow) => status === "open" && acknowledgedAt !== null;
  const groups = new Map<string, IncidentRow[]>();
  for (const incident of incidents.filter((one) => !isTaken(one))) {
    const title = group
      ? nameGroup(incident, group)
      : status === "open"
        ? "Open incidents"
        : "Closed incidents";
    groups.set(title, [...(groups.get(title) ?? []), incident]);
  }
  const sections = [...groups].sort(([, one], [, other]) => other.length - one.length);
  const taken = incidents.filter(isTaken);
  return [...sections, ...(taken.length > 0 ? [["Acknowledged", taken] as const] : [])].map(
    ([title, some]) => ({
      title,
      incidents: showIncidents(some, context),
    }),
  );
}

const nameGroup = ({ cause, reported }: IncidentRow, group: IncidentGroup) =>
  group === "cause" ? CAUSE_WORDS[cause] : reported.host || "No machine named";
