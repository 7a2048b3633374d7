import { listNotices } from "@/components/incident-words";
import type { TimesInWords } from "@/components/time-in-words";
import type { SentNotification } from "@/lib/history/sent-notification";
import type { IncidentGroup, IncidentRow } from "@/lib/incidents/list-rows";
import { durationInWords, toShownMinute } from "@/lib/rules/duration-in-words";
import type { Severity } from "@/lib/rules/incidents/incident";
import { causeLine, nameCause } from "./cause-line";
import { type DeliveryMark, deliveryMark } from "./delivery-mark";

/** An incident as the list shows it, in the words of its reader. It is sent to the browser, so it has no more than that. */
export type ShownIncident = {
  id: string;
  name: string;
  /** Absent if that of all incidents of the list is the same. */
  severity?: Severity;
  cause: string;
  openedAt: string;
  since: string;
  /** Who took it, what else keeps alerts back, and when it ended; absent if there is nothing. */
  notes?: string;
  /** Absent if all notifications were delivered. */
  mark?: DeliveryMark;
};

/** Incidents below a heading. `incidents`: those of this page. */
export type IncidentSection = {
  title: string;
  incidents: ShownIncident[];
  /** How many there are, also on other pages; absent if that is not known. */
  count?: number;
  /** What all of a group have, also those on other pages: it is one line, which opens. */
  group?: { ids: string[]; oldest: Pick<ShownIncident, "openedAt" | "since"> };
};

type Given = { now: Date; words: TimesInWords; notified: Map<string, SentNotification[]> };

type Shown = Given & { hasSeverities?: boolean };

export const showIncidents = (incidents: IncidentRow[], context: Shown) =>
  incidents.map((incident) => showIncident(incident, context));

function showIncident(incident: IncidentRow, { now, words, notified, hasSeverities }: Shown): ShownIncident {
  const { id, snitch, severity, openedAt, closedAt, acknowledgedBy, notifiedAt } = incident;
  const mark = deliveryMark(notifiedAt, notified.get(id) ?? []);
  const notices = listNotices(incident, now, (at) => words.brief(at, now));
  const notes = notices.map((notice) =>
    notice.words === "Acknowledged" && acknowledgedBy ? acknowledgedBy : notice.words,
  );
  if (closedAt) notes.push(endInWords(incident, closedAt, words));
  return {
    id,
    name: snitch.name,
    ...(hasSeverities && { severity }),
    cause: causeLine(incident, now, words),
    openedAt: openedAt.toISOString(),
    since: words.brief(openedAt, now),
    ...(notes.length > 0 && { notes: notes.join(" · ") }),
    ...(mark && { mark }),
  };
}

/** “until 04:30, lasted 30 minutes”, and whether it was wrong. */
function endInWords({ openedAt, disprovedAt }: IncidentRow, closedAt: Date, words: TimesInWords): string {
  const lastedMs = toShownMinute(closedAt).getTime() - toShownMinute(openedAt).getTime();
  const end = `until ${words.brief(closedAt, openedAt)}, lasted ${durationInWords(lastedMs)}`;
  return disprovedAt ? `${end}, disproved by a late report` : end;
}

type Sectioned = Given & {
  status: "open" | "closed";
  group: IncidentGroup | null;
  /** The incidents of this page. */
  page: IncidentRow[];
  /** Whether `incidents` are all there are. */
  isWhole: boolean;
};

/** A cause of one incident needs no heading: its row says it. */
const MIN_IN_GROUP: Record<IncidentGroup, number> = { cause: 2, machine: 1, tag: 1 };

/**
 * The sections of a page of the list, counted over all `incidents`, of which the page is a part: a group for each cause, machine or tag, those with the most incidents first, then what is in none,
 * and what is acknowledged.
 */
export function sectionIncidents(
  incidents: IncidentRow[],
  { status, group, page, isWhole, ...given }: Sectioned,
): IncidentSection[] {
  const context = { ...given, hasSeverities: new Set(incidents.map(({ severity }) => severity)).size > 1 };
  const isTaken = ({ acknowledgedAt }: IncidentRow) => status === "open" && acknowledgedAt !== null;
  const taken = incidents.filter(isTaken);
  const rest = incidents.filter((one) => !isTaken(one));
  const groups = groupIncidents(rest, group);
  const inGroups = new Set(groups.flatMap(([, some]) => some));
  const lists = [
    [nameRest(status, groups.length > 0, taken.length > 0), rest.filter((one) => !inGroups.has(one))],
    ["Acknowledged", taken],
  ] as const;
  const onPage = new Set(page.map(({ id }) => id));
  const show = ([title, some]: readonly [string, IncidentRow[]]): IncidentSection => ({
    title,
    incidents: showIncidents(
      some.filter(({ id }) => onPage.has(id)),
      context,
    ),
    ...(isWhole && { count: some.length }),
  });
  const showGroup = (each: [string, IncidentRow[]]) => ({
    ...show(each),
    group: describeGroup(each[1], given),
  });
  return [...groups.map(showGroup), ...lists.map(show)].filter((section) => section.incidents.length > 0);
}

function describeGroup(incidents: IncidentRow[], { words, now }: Given) {
  const { openedAt } = incidents.reduce((one, other) => (other.openedAt < one.openedAt ? other : one));
  const oldest = { openedAt: openedAt.toISOString(), since: words.brief(openedAt, now) };
  return { ids: incidents.map(({ id }) => id), oldest };
}

/** What is in no group, as its heading says: the number beside it is not that of all open incidents. */
function nameRest(status: Sectioned["status"], hasGroups: boolean, hasTaken: boolean): string {
  if (hasGroups) return "Other incidents";
  if (status === "closed") return "Closed incidents";
  return hasTaken ? "Not acknowledged" : "Open incidents";
}

/** Incidents by cause, machine or tag, those with the most first. Without a group, none. */
export function groupIncidents(
  incidents: IncidentRow[],
  group: IncidentGroup | null,
): [title: string, incidents: IncidentRow[]][] {
  if (!group) return [];
  const groups = new Map<string, IncidentRow[]>();
  for (const incident of incidents)
    for (const title of nameGroups(incident, group))
      groups.set(title, [...(groups.get(title) ?? []), incident]);
  return [...groups]
    .filter(([, some]) => some.length >= MIN_IN_GROUP[group])
    .sort(([, one], [, other]) => other.length - one.length);
}

function nameGroups(incident: IncidentRow, group: IncidentGroup): string[] {
  if (group === "cause") return [nameCause(incident)];
  if (group === "machine") return [incident.reported.host || "No machine named"];
  return incident.tags.length > 0 ? incident.tags : ["No tag"];
}
