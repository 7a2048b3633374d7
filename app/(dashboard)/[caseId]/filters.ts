import { isPostgresText } from "@/lib/platform/postgres-text";
import type { Status } from "@/lib/rules/snitch-state";
import { type ListFilters, ORDERS, type Order, type PageCursor } from "@/lib/snitches/list";

export type Search = Record<string, string | string[] | undefined>;

/** What of a case's snitches is looked at, and in which order. */
export type View = ListFilters & { order: Order };

const STATUSES: readonly string[] = ["pending", "healthy", "failed", "errored", "paused"] satisfies Status[];

/**
 * What an address shows: `?status=failed&tag=critical&q=backup&sort=name&after=…`. Nonsense narrows nothing, and is the
 * first page.
 */
export function viewIn(search: Search): { view: View; place: PageCursor } {
  const all = (name: string) => [search[name] ?? []].flat().filter(Boolean);
  const status = all("status").find((value) => STATUSES.includes(value)) as Status | undefined;
  const order = ORDERS.find((known) => known === all("sort")[0]) ?? "worst";
  const [query = "", after, before] = [all("q")[0], all("after")[0], all("before")[0]];
  return {
    view: {
      status,
      tags: all("tag").filter(isPostgresText),
      search: query.replaceAll("\0", "").trim().slice(0, 255),
      order,
    },
    place: before ? { before } : after ? { after } : {},
  };
}

export function hrefOf(caseId: string, view: View, { after, before }: PageCursor = {}): string {
  const { status, tags, search, order } = view;
  const query = new URLSearchParams([
    ...(status ? [["status", status]] : []),
    ...tags.map((tag) => ["tag", tag]),
    ...(search ? [["q", search]] : []),
    ...(order === "worst" ? [] : [["sort", order]]),
    ...(after ? [["after", after]] : []),
    ...(before ? [["before", before]] : []),
  ]);
  return query.size > 0 ? `/${caseId}?${query}` : `/${caseId}`;
}

export const isNarrowed = ({ status, tags, search }: ListFilters) =>
  Boolean(status || tags.length > 0 || search);
