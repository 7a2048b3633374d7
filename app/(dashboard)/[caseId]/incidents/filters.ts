import { INCIDENT_GROUPS, type IncidentGroup, type RowFilter } from "@/lib/incidents/list-rows";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { SEVERITIES } from "@/lib/rules/incidents/incident";
import { isUuid } from "@/lib/rules/uuid";
import { queryFields, withQuery } from "@/lib/rules/with-query";
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

const fieldsIn = ({ status, tags, severity, host, group, cause, search, after }: IncidentView) => ({
  status: status === "closed" && status,
  tag: tags,
  severity,
  host,
  group: group !== DEFAULT_GROUPS[status] && (group ?? "none"),
  cause,
  q: search,
  after: after && `${after.isAcknowledged ? ACKNOWLEDGED : ""}${after.id}`,
});

/** The fields of the query that a view differs by from the list of open incidents. */
export const viewFields = (view: IncidentView) => queryFields(fieldsIn(view));

/** The URL of the list with these changes. A change of what it shows begins at the first page. */
export const buildIncidentsUrl = (
  caseUrl: string,
  view: IncidentView,
  changes: Partial<IncidentView> = {},
): string => withQuery(`${caseUrl}/incidents`, fieldsIn({ ...view, after: null, ...changes }));

export const isFilteredView = ({ search, tags, severity, host, cause }: IncidentView) =>
  search !== "" || tags.length > 0 || severity !== null || host !== null || cause !== null;
