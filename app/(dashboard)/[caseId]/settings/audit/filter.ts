import { RESOURCES } from "@/lib/audit/actions";
import type { EventFilter } from "@/lib/audit/list";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { isUuid } from "@/lib/rules/uuid";

export type AuditQuery = Record<string, string | string[] | undefined>;

/** The filter in the page's query: `?who=…&thing=…&which=…&before=…`. Invalid values are ignored. */
export function parseFilter(query: AuditQuery): EventFilter {
  const text = (name: string) => {
    const value = query[name];
    return typeof value === "string" && value.trim() && isPostgresText(value) ? value.trim() : undefined;
  };
  const before = text("before");
  return {
    who: text("who"),
    which: text("which"),
    resource: RESOURCES.find((resource) => resource === query.thing),
    before: before && isUuid(before) ? before : undefined,
  };
}

/** The URL of the page with this filter. */
export function buildAuditUrl(path: string, { who, resource, which, before }: EventFilter): string {
  const searchParams = new URLSearchParams({
    ...(who && { who }),
    ...(resource && { thing: resource }),
    ...(which && { which }),
    ...(before && { before }),
  });
  return searchParams.size > 0 ? `${path}?${searchParams}` : path;
}
