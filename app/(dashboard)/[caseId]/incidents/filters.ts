import { INCIDENT_GROUPS, type IncidentGroup, type RowFilter } from "@/lib/incidents/list-rows";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { SEVERITIES } from "@/lib/rules/incidents/incident";
import { isUuid } from "@/lib/rules/uuid";
import { parseSearch, type Query, valuesIn } from "../(list)/filters";

/** Which incidents the list shows, and by what they are grouped. */
export type IncidentView = RowFilter & {
  /** Null if every incident has a line. */
  group: IncidentGroup | null;
  /** What the incidents have in common; all of them if null. */
  cause: string | null;
};

const DEFAULT_GROUPS = { open: "cause", closed: null } as const;

const ACKNOWLEDGED = "acknowledged-";

/**
 * Reads the query of the list’s URL: `?status=closed&q=disk&tag=db&severity=critical&host=db7&group=machine&cause=Killed&after=…`. Invalid values are
 * ignored.
 */
export function parseIncidentQuery(query: Query): IncidentView {
  const all = (name: string) => valuesIn(query, name);
  const [after = ""] = all("after");
  const isAcknowledged = after.startsWith(ACKNOWLEDGED);
  const status = all("status")[0] === "closed" ? "closed" : "open";
  const [group] = all("group");
  const id = isAcknowledged ? after.slice(ACKNOWLEDGED.length) : after;
  return {
    status,
    search: parseSearch(all("q")[0]),
    tags: all("tag").filter(isPostgresText),
    severity: SEVERITIES.find((each) => each === all("severity")[0]) ?? null,
    host: parseSearch(all("host")[0]) || null,
    group:
      group === "none" ? null : (INCIDENT_GROUPS.find((each) => each === group) ?? DEFAULT_GROUPS[status]),
    cause: parseSearch(all("cause")[0]) || null,
    after: isUuid(id) ? { id, isAcknowledged } : null,
  };
}

/** The fields of the query that a view differs by from the list of open incidents. */
export const viewFields = ({
  status,
  tags,
  severity,
  host,
  group,
  cause,
  search,
  after,
}: IncidentView): [string, string][] => {
  const fields: [string, string | null | false][] = [
    ["status", status === "closed" && status],
    ...tags.map((tag): [string, string] => ["tag", tag]),
    ["severity", severity],
    ["host", host],
    ["group", group !== DEFAULT_GROUPS[status] && (group ?? "none")],
    ["cause", cause],
    ["q", search],
    ["after", after && `${after.isAcknowledged ? ACKNOWLEDGED : ""}${after.id}`],
  ];
  return fields.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));
};

/** The URL of the list with these changes. A change of what it shows begins at the first page. */
export function buildIncidentsUrl(
  caseUrl: string,
  view: IncidentView,
  changes: Partial<IncidentView> = {},
): string {
  const query = new URLSearchParams(viewFields({ ...view, after: null, ...changes }));
  return query.size > 0 ? `${caseUrl}/incidents?${query}` : `${caseUrl}/incidents`;
}

export const isFilteredView = ({ search, tags, severity, host, cause }: IncidentView) =>
  search !== "" || tags.length > 0 || severity !== null || host !== null || cause !== null;
