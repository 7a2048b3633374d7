import { RESOURCES } from "@/lib/audit/actions";
import type { EventFilter } from "@/lib/audit/list";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { isUuid } from "@/lib/rules/uuid";
import { withQuery } from "@/lib/rules/with-query";
import type { Query } from "../../(list)/filters";

/** The filter in the page's query: `?who=…&thing=…&which=…&before=…`. Invalid values are ignored. */
export function parseFilter(query: Query): EventFilter {
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
export const buildAuditUrl = (path: string, { who, resource, which, before }: EventFilter): string =>
  withQuery(path, { who, thing: resource, which, before });
