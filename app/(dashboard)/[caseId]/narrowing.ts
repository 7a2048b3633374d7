import type { Narrowing } from "@/lib/snitches/list";
import type { Status } from "@/lib/snitches/status";

export type Search = Record<string, string | string[] | undefined>;

const STATUSES: readonly string[] = ["pending", "healthy", "failed", "errored", "paused"] satisfies Status[];

/** What the address narrows the list to: `?status=failed&tag=critical&q=backup&page=2`. Nonsense narrows nothing. */
export function narrowingIn(search: Search): { narrowing: Narrowing; page: number } {
  const all = (name: string) => [search[name] ?? []].flat().filter(Boolean);
  const status = all("status").find((value) => STATUSES.includes(value)) as Status | undefined;
  const [query = "", [page = "1"]] = [all("q")[0], all("page")];
  return {
    narrowing: { status, tags: all("tag"), search: query.replaceAll("\0", "").trim().slice(0, 255) },
    page: Math.min(Math.max(Number.parseInt(page, 10) || 1, 1), 10_000),
  };
}

export function hrefOf(caseId: string, { status, tags, search }: Narrowing, page = 1): string {
  const query = new URLSearchParams([
    ...(status ? [["status", status]] : []),
    ...tags.map((tag) => ["tag", tag]),
    ...(search ? [["q", search]] : []),
    ...(page > 1 ? [["page", String(page)]] : []),
  ]);
  return query.size > 0 ? `/${caseId}?${query}` : `/${caseId}`;
}

export const isNarrowed = ({ status, tags, search }: Narrowing) =>
  Boolean(status || tags.length > 0 || search);
