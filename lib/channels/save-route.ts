import { recheckHeld } from "@/lib/outbox/recheck-held";
import type { Sql } from "@/lib/platform/db";
import type { Route } from "@/lib/rules/notifications/route";

/** The SQL that selects a `Route` and `isDefault`, from `webhooks`. */
export const ROUTE_COLUMNS = `is_default AS "isDefault", tags_any AS "tagsAny", tags_all AS "tagsAll", tags_none AS "tagsNone",
  min_severity::text AS "minSeverity", causes::text[] AS causes, hours, timezone, outside::text AS outside, critical_anyway AS "criticalAnyway"`;

/** Takes the alerts that no channel is meant for from the channel that gets them. The case is locked. */
export const clearDefault = (sql: Sql, caseId: string) =>
  sql("UPDATE channels SET is_default = false WHERE case_id = $1 AND is_default", [caseId]);

/** Saves which alerts a channel gets, and when. What waits for its hours is decided about again. */
export async function saveRoute(
  sql: Sql,
  id: string,
  { tagsAny, tagsAll, tagsNone, minSeverity, causes, hours, timezone, outside, criticalAnyway }: Route,
  isDefault: boolean,
): Promise<void> {
  await sql(
    `UPDATE channels SET tags_any = $2, tags_all = $3, tags_none = $4, min_severity = $5::severity,
       causes = $6::alert_cause[], is_default = $7, hours = $8, timezone = $9, outside = $10::outside_hours,
       critical_anyway = $11 WHERE id = $1`,
    [
      id,
      tagsAny,
      tagsAll,
      tagsNone,
      minSeverity,
      causes,
      isDefault,
      hours && JSON.stringify(hours),
      timezone,
      outside,
      criticalAnyway,
    ],
  );
  await recheckHeld(sql, "id = $1", [id]);
}
