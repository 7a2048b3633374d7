import { RESOURCES } from "@/lib/audit/actions";
import type { EventFilter } from "@/lib/audit/list";
import { isUuid } from "@/lib/auth/session";
import { isPostgresText } from "@/lib/platform/postgres-text";

export type AuditSearch = Record<string, string | string[] | undefined>;

/** The filter in the page's query: `?who=…&thing=…&which=…&before=…`. Invalid values are ignored. */
export function filterIn(search: AuditSearch): EventFilter {
  const text = (name: string) => {
    const value = search[name];
    return typeof value === "string" && value.trim() && isPostgresText(value) ? value.trim() : undefined;
  };
  const before = text("before");
  return {
    who: text("who"),
    which: text("which"),
    resource: RESOURCES.find((resource) => resource === search.thing),
    before: before && isUuid(before) ? before : undefined,
  };
}

export function hrefOf(here: string, { who, resource, which, before }: EventFilter): string {
  const query = new URLSearchParams({
    ...(who && { who }),
    ...(resource && { thing: resource }),
    ...(which && { which }),
    ...(before && { before }),
  });
  return query.size > 0 ? `${here}?${query}` : here;
}
