import { LIST_COLUMNS, type ListColumn } from "@/components/snitches/list/list-columns";
import { isPostgresText } from "@/lib/platform/postgres-text";
import type { Grouping } from "@/lib/rules/grouping";
import { TIMELINE_RANGES, type TimelineRange } from "@/lib/rules/history/case-timeline/axis";
import { queryFields, withQuery } from "@/lib/rules/with-query";
import type { ListFilters, PageCursor, StatusFilter } from "@/lib/snitches/list";
import { ORDERS, type Order } from "@/lib/snitches/list-order";

export type Query = Record<string, string | string[] | undefined>;

/** Which snitches of a case are shown, in which order, and whether as a list, in groups, or on a timeline of this range. */
export type View = ListFilters & {
  order: Order;
  /** The active filters of the list. */
  columns: ListColumn[];
  group?: Grouping | undefined;
  timeline?: TimelineRange | undefined;
};

export const DEFAULT_RANGE: TimelineRange = "24h";

/** The words for each status in a URL: those of the pages and, for a missing snitch, also the API’s. */
const STATUSES = new Map<string, StatusFilter>([
  ["wrong", "wrong"],
  ["pending", "pending"],
  ["healthy", "healthy"],
  ["missing", "failed"],
  ["failed", "failed"],
  ["errored", "errored"],
  ["paused", "paused"],
]);

/**
 * Reads the query of the list’s URL: `?status=failed&tag=critical&environment=production&host=db7&q=backup&sort=name&column=p95&group=tag&prefix=env:&after=…`, or of the timeline’s:
 * `?view=timeline&range=7d`. `missing` is another word for `failed`. Unknown values are ignored: see `listUnknownFilters`.
 */
export function parseQuery(query: Query): { view: View; cursor: PageCursor } {
  const all = (name: string) => valuesIn(query, name);
  const status = all("status").flatMap((value) => STATUSES.get(value.toLowerCase()) ?? [])[0];
  const order = ORDERS.find((each) => each === all("sort")[0]) ?? "worst";
  const [after, before] = [all("after")[0], all("before")[0]];
  return {
    view: {
      status,
      tags: all("tag").filter(isPostgresText),
      environment: parseSearch(all("environment")[0]) || undefined,
      host: parseSearch(all("host")[0]) || undefined,
      search: parseSearch(all("q")[0]),
      order,
      columns: LIST_COLUMNS.filter((column) => all("column").includes(column)),
      group: parseGroup(all("group")[0], all("prefix")[0]),
      timeline:
        all("view")[0] === "timeline"
          ? (TIMELINE_RANGES.find((range) => range === all("range")[0]) ?? DEFAULT_RANGE)
          : undefined,
    },
    cursor: before ? { before } : after ? { after } : {},
  };
}

export const valuesIn = (query: Query, name: string): string[] => [query[name] ?? []].flat().filter(Boolean);

const MAX_SEARCH_CHARACTERS = 255;

/** What to search for, as Postgres can store it. */
export const parseSearch = (text = "") =>
  text.replaceAll("\0", "").trim().slice(0, MAX_SEARCH_CHARACTERS).toWellFormed();

const MAX_SEARCH_TERMS = 10;

/** The words to search for. */
export const parseSearchTerms = (text: string) =>
  parseSearch(text).split(/\s+/).filter(Boolean).slice(0, MAX_SEARCH_TERMS);

function parseGroup(by: string | undefined, prefix: string | undefined): Grouping | undefined {
  if (by === "environment" || by === "machine") return { by };
  return by === "tag" ? { by, prefix: parsePrefix(prefix) } : undefined;
}

const MAX_PREFIX_CHARACTERS = 100;

const parsePrefix = (text = "") =>
  text.replaceAll("\0", "").trim().slice(0, MAX_PREFIX_CHARACTERS).toWellFormed();

/** The names in the query of the list’s URL. */
const NAMES = [
  "status",
  "tag",
  "environment",
  "host",
  "q",
  "sort",
  "column",
  "group",
  "prefix",
  "view",
  "range",
  "after",
  "before",
  "at",
];
/** Names that links from elsewhere add, such as `utm_source`. */
const FOREIGN_NAME = /^(utm_|_|fbclid$|gclid$)/;

const MAX_SHOWN_CHARACTERS = 40;

/** What a query of the list’s URL asks for that does not exist, in a sentence each. */
export function listUnknownFilters(query: Query): string[] {
  const statuses = valuesIn(query, "status").filter((value) => !STATUSES.has(value.toLowerCase()));
  const names = Object.keys(query).filter((name) => !NAMES.includes(name) && !FOREIGN_NAME.test(name));
  return [
    ...statuses.map(
      (value) =>
        `Unknown status “${shorten(value)}”: use wrong, missing, errored, healthy, paused or pending.`,
    ),
    ...names.map((name) => `Unknown filter “${shorten(name)}”: use status, tag, environment, host or q.`),
  ];
}

const shorten = (text: string) =>
  text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS).toWellFormed()}…` : text;

/** The query of a URL: “status=failed&tag=critical”. */
export function parseQueryString(search: string): Query {
  const parameters = new URLSearchParams(search);
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)]));
}

/** The parts of a query that decide which snitches match. */
const filtersIn = ({ status, tags, environment, host, search }: ListFilters) => ({
  status,
  tag: tags,
  environment,
  host,
  q: search,
});

/** The filters as a query: “status=failed&tag=critical”. */
export const filterQuery = (filters: ListFilters) =>
  new URLSearchParams(queryFields(filtersIn(filters))).toString();

const fieldsIn = ({ order, columns, group, timeline, ...filters }: View) => ({
  ...filtersIn(filters),
  sort: order !== "worst" && order,
  column: columns,
  group: group?.by,
  prefix: group?.by === "tag" && group.prefix,
  view: timeline && "timeline",
  range: timeline !== DEFAULT_RANGE && timeline,
});

/** What a view adds to the query of the list’s URL. */
export const viewFields = (view: View) => queryFields(fieldsIn(view));

/** A view as a query, always in the same order; empty for the default view. */
export const viewQuery = (view: View) => new URLSearchParams(viewFields(view)).toString();

/** The URL of a page of the list. */
export const buildListUrl = (caseId: string, view: View, { after, before }: PageCursor = {}): string =>
  withQuery(`/${caseId}`, { ...fieldsIn(view), after, before });

/** The same from the list itself, which is shorter. Many such links are on it. */
export function buildShortUrl(caseId: string, view: View): string {
  const query = viewQuery(view);
  return query ? `?${query}` : `/${caseId}`;
}

/** The URL of the timeline with the slot that begins at this instant chosen. */
export const buildSlotUrl = (caseId: string, view: View, at: Date): string =>
  withQuery(`/${caseId}`, { ...fieldsIn(view), at: at.toISOString() });

/** The instant in the query of a timeline’s URL: the start of the chosen slot. Null if none is. */
export function parseSlot({ at }: Query): Date | null {
  const date = new Date(String(at ?? ""));
  return Number.isNaN(date.getTime()) ? null : date;
}
