import { isPostgresText } from "@/lib/platform/postgres-text";
import type { Status } from "@/lib/rules/snitch-state";
import type { ListFilters, PageCursor } from "@/lib/snitches/list";
import { ORDERS, type Order } from "@/lib/snitches/list-order";

export type Query = Record<string, string | string[] | undefined>;

/** Which snitches of a case the list shows, in which order, and whether by tag. */
export type View = ListFilters & { order: Order; group?: "tag" | undefined };

const STATUSES: readonly string[] = ["pending", "healthy", "failed", "errored", "paused"] satisfies Status[];

/** Reads the query of the list’s URL: `?status=failed&tag=critical&q=backup&sort=name&group=tag&after=…`. Invalid values are ignored. */
export function parseQuery(query: Query): { view: View; cursor: PageCursor } {
  const all = (name: string) => [query[name] ?? []].flat().filter(Boolean);
  const status = all("status").find((value) => STATUSES.includes(value)) as Status | undefined;
  const order = ORDERS.find((known) => known === all("sort")[0]) ?? "worst";
  const [search = "", after, before] = [all("q")[0], all("after")[0], all("before")[0]];
  return {
    view: {
      status,
      tags: all("tag").filter(isPostgresText),
      search: search.replaceAll("\0", "").trim().slice(0, 255),
      order,
      group: all("group")[0] === "tag" ? "tag" : undefined,
    },
    cursor: before ? { before } : after ? { after } : {},
  };
}

/** The query of a URL: “status=failed&tag=critical”. */
export function parseQueryString(search: string): Query {
  const parameters = new URLSearchParams(search);
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)]));
}

/** The parts of a query that decide which snitches match. */
const filtersIn = ({ status, tags, search }: ListFilters): [string, string][] => [
  ...(status ? [["status", status] as [string, string]] : []),
  ...tags.map((tag): [string, string] => ["tag", tag]),
  ...(search ? [["q", search] as [string, string]] : []),
];

/** The filters as a query: “status=failed&tag=critical”. */
export const filterQuery = (filters: ListFilters) => new URLSearchParams(filtersIn(filters)).toString();

const viewIn = (view: View): [string, string][] => [
  ...filtersIn(view),
  ...(view.order === "worst" ? [] : [["sort", view.order] as [string, string]]),
  ...(view.group ? [["group", view.group] as [string, string]] : []),
];

/** A view as a query, always in the same order; empty for the default view. */
export const viewQuery = (view: View) => new URLSearchParams(viewIn(view)).toString();

/** The URL of a page of the list. */
export function buildListUrl(caseId: string, view: View, { after, before }: PageCursor = {}): string {
  const query = new URLSearchParams([
    ...viewIn(view),
    ...(after ? [["after", after]] : []),
    ...(before ? [["before", before]] : []),
  ]);
  return query.size > 0 ? `/${caseId}?${query}` : `/${caseId}`;
}

export const isFiltered = ({ status, tags, search }: ListFilters) =>
  Boolean(status || tags.length > 0 || search);
