import { listNotices } from "@/components/incident-notices";
import type { TimeFormats } from "@/components/time-formats";
import type { SentNotification } from "@/lib/history/sent-notification";
import type { IncidentGroup, IncidentRow } from "@/lib/incidents/list-rows";
import { formatSpan } from "@/lib/rules/format-duration";
import { groupBy } from "@/lib/rules/group-by";
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
  /** What all of a group have, also those on other pages: it is one line, which opens. `isTaken`: all of them are acknowledged. */
  group?: { ids: string[]; oldest: Pick<ShownIncident, "openedAt" | "since">; isTaken: boolean };
};

type Given = { now: Date; formats: TimeFormats; notified: Map<string, SentNotification[]> };

type Shown = Given & { hasSeverities?: boolean };

export const showIncidents = (incidents: IncidentRow[], context: Shown) =>
  incidents.map((incident) => showIncident(incident, context));

function showIncident(
  incident: IncidentRow,
  { now, formats, notified, hasSeverities }: Shown,
): ShownIncident {
  const { id, snitch, severity, openedAt, closedAt, acknowledgedBy, notifiedAt } = incident;
  const mark = deliveryMark(notifiedAt, notified.get(id) ?? []);
  const notices = listNotices(incident, now, (at) => formats.brief(at, now));
  const notes = notices.map((notice) =>
    notice.text === "Acknowledged" && acknowledgedBy ? acknowledgedBy : notice.text,
  );
  if (closedAt) notes.push(formatEnd(incident, closedAt, formats));
  return {
    id,
    name: snitch.name,
    ...(hasSeverities && { severity }),
    cause: causeLine(incident, now, formats),
    openedAt: openedAt.toISOString(),
    since: formats.brief(openedAt, now),
    ...(notes.length > 0 && { notes: notes.join(" · ") }),
    ...(mark && { mark }),
  };
}

/** “until 04:30, lasted 30 minutes”, and whether it was wrong. */
function formatEnd({ openedAt, disprovedAt }: IncidentRow, closedAt: Date, formats: TimeFormats): string {
  const end = `until ${formats.brief(closedAt, openedAt)}, lasted ${formatSpan(openedAt, closedAt)}`;
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

/** More rows than this are one line, which opens: the page would be larger than 120 kB. */
export const MAX_ROWS = 75;

/**
 * The sections of a page of the list, counted over all `incidents`, of which the page is a part: a group for each machine that is not
 * reporting, and for each cause, machine or tag, those with the most incidents first; then what is in none, and what is acknowledged.
 */
export function sectionIncidents(
  incidents: IncidentRow[],
  { status, group, page, isWhole, ...given }: Sectioned,
): IncidentSection[] {
  const context = { ...given, hasSeverities: new Set(incidents.map(({ severity }) => severity)).size > 1 };
  const isTaken = ({ acknowledgedAt }: IncidentRow) => status === "open" && acknowledgedAt !== null;
  const machineIncidents = groupByMachine(incidents, status);
  const alone = incidents.filter(({ machine }) => !machine);
  const taken = alone.filter(isTaken);
  const rest = alone.filter((one) => !isTaken(one));
  const groups = groupIncidents(rest, group);
  const inGroups = new Set(groups.flatMap(([, some]) => some));
  const others = rest.filter((one) => !inGroups.has(one));
  const lists: Group[] = [
    [nameRest(status, machineIncidents.length + groups.length > 0, taken.length > 0), others],
    ["Acknowledged", taken],
  ];
  const headed = [...machineIncidents, ...groups, ...lists.filter(([, some]) => some.length > MAX_ROWS)];
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
    group: { ...describeGroup(each[1], given), isTaken: each[1].every(isTaken) },
  });
  const rows = lists.filter(([, some]) => some.length <= MAX_ROWS);
  return [...headed.map(showGroup), ...rows.map(show)].filter((section) => section.incidents.length > 0);
}

function describeGroup(incidents: IncidentRow[], { formats, now }: Given) {
  const { openedAt } = incidents.reduce((one, other) => (other.openedAt < one.openedAt ? other : one));
  const oldest = { openedAt: openedAt.toISOString(), since: formats.brief(openedAt, now) };
  return { ids: incidents.map(({ id }) => id), oldest };
}

/** Incidents outside the groups, as the heading says: its count isn't that of all open incidents. */
function nameRest(status: Sectioned["status"], hasGroups: boolean, hasTaken: boolean): string {
  if (hasGroups) return "Other incidents";
  if (status === "closed") return "Closed incidents";
  return hasTaken ? "Not acknowledged" : "Open incidents";
}

/** The machines that aren't reporting, each with the incidents of its jobs, newest first. */
function groupByMachine(incidents: IncidentRow[], status: Sectioned["status"]): Group[] {
  const state = status === "open" ? "is not reporting" : "was not reporting";
  const byMachine = groupBy(incidents, ({ machine }) => machine?.id ?? "");
  return [...byMachine.values()].flatMap((some): Group[] => {
    const host = some[0]?.machine?.host;
    return host === undefined ? [] : [[`${host} ${state}`, some]];
  });
}

type Group = [title: string, incidents: IncidentRow[]];

/** Incidents by cause, machine or tag, those with the most first. Without a group, none. */
function groupIncidents(incidents: IncidentRow[], group: IncidentGroup | null): Group[] {
  if (group === "cause") return groupByNames(incidents, nameSharedCause, 2);
  if (group === "machine")
    return groupByNames(incidents, ({ reported }) => [reported.host || "No machine named"]);
  return group ? groupByNames(incidents, ({ tags }) => (tags.length > 0 ? tags : ["No tag"])) : [];
}

/** A cause of one incident needs no heading: its row says it. Misses have in common at most their machine. */
const nameSharedCause = (incident: IncidentRow): string[] => {
  const { cause, reported } = incident;
  if (cause !== "missed" || reported.beforeMiss) return [nameCause(incident)];
  return reported.host ? [`Missed check-ins on ${reported.host}`] : [];
};

/** Groups of at least `min` incidents, those with the most first. */
export function groupByNames(
  incidents: IncidentRow[],
  nameGroups: (incident: IncidentRow) => string[],
  min = 1,
): Group[] {
  const pairs = incidents.flatMap((incident) => nameGroups(incident).map((title) => ({ title, incident })));
  return [...groupBy(pairs, ({ title }) => title)]
    .map(([title, some]): Group => [title, some.map(({ incident }) => incident)])
    .filter(([, some]) => some.length >= min)
    .sort(([, one], [, other]) => other.length - one.length);
}
