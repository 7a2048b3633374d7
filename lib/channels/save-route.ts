import type { Sql } from "@/lib/platform/db";
import type { Route } from "@/lib/rules/notifications/route";

/** The SQL that selects a `Route` and `isDefault`, from `webhooks`. */
export const ROUTE_COLUMNS = `is_default AS "isDefault", tags_any AS "tagsAny", tags_all AS "tagsAll", tags_none AS "tagsNone",
  min_severity::text AS "minSeverity", causes::text[] AS causes`;

/** Takes the alerts that no channel is meant for from the channel that gets them. The case is locked. */
export const clearDefault = (sql: Sql, caseId: string) =>
  sql("UPDATE channels SET is_default = false WHERE case_id = $1 AND is_default", [caseId]);

/** Saves which alerts a channel gets. */
export async function saveRoute(
  sql: Sql,
  id: string,
  { tagsAny, tagsAll, tagsNone, minSeverity, causes }: Route,
  isDefault: boolean,
): Promise<void> {
  await sql(
    `UPDATE channels SET tags_any = $2, tags_all = $3, tags_none = $4, min_severity = $5::severity,
       causes = $6::alert_cause[], is_default = $7 WHERE id = $1`,
    [id, tagsAny, tagsAll, tagsNone, minSeverity, causes, isDefault],
  );
}
