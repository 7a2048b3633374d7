import type { Sql } from "@/lib/platform/db";
import type { Route, RoutedWebhook } from "@/lib/rules/route";

type WebhookRow = Route & { id: string; caseId: string; isDefault: boolean };

/**
 * The enabled webhooks of these cases, the oldest first, by the id of the case. Waits for a webhook that is being removed, and
 * then skips it.
 */
export async function listEnabledWebhooks(
  sql: Sql,
  caseIds: string[],
): Promise<Map<string, RoutedWebhook[]>> {
  const rows = await sql<WebhookRow>(
    `SELECT id, case_id AS "caseId", is_default AS "isDefault", tags_any AS "tagsAny", tags_all AS "tagsAll",
       tags_none AS "tagsNone", min_severity::text AS "minSeverity", causes::text[] AS causes
     FROM webhooks WHERE case_id = ANY($1::uuid[]) AND disabled_at IS NULL ORDER BY id FOR KEY SHARE`,
    [[...new Set(caseIds)]],
  );
  const webhooks = new Map<string, RoutedWebhook[]>();
  for (const { id, caseId, isDefault, ...route } of rows) {
    webhooks.set(caseId, [...(webhooks.get(caseId) ?? []), { id, isDefault, route }]);
  }
  return webhooks;
}
