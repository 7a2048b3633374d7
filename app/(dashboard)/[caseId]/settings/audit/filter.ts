import { RESOURCES } from "@/lib/audit/actions";
import type { EventFilter } from "@/lib/audit/list";
import { isUuid } from "@/lib/auth/session";
import { isPostgresText } from "@/lib/platform/postgres-text";

export type AuditSearch = Record<string, string | string[] | undefined>;

/** What the address asks of the log; what makes no sense is left out. */
export function filterIn(search: AuditSearch): EventFilter {
  const text = (name: string) => {
    const value = search[name];
    return typeof value === "string" && value.trim() && isPostgresText(value) ? value.trim() : undefined;
  };
  const before = text("before");
  return {
    who: text("who"),
    which: text("which"),
    resource: RESOURCES.find((resource) => resource === search.resource),
    before: before && isUuid(before) ? before : undefined,
  };
}

export function hrefOf(here: string, filter: EventFilter): string {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value));
  return query.size > 0 ? `${here}?${query}` : here;
}
