import type { Sql } from "@/lib/platform/db";
import type { Route, RoutedChannel } from "@/lib/rules/route";
import { ROUTE_COLUMNS } from "./save-route";

type ChannelRow = Route & { id: string; caseId: string; isDefault: boolean };

/**
 * The enabled channels of these cases, the oldest first, by the id of the case. Waits for a channel that is being removed, and
 * then skips it.
 */
export async function listEnabledChannels(
  sql: Sql,
  caseIds: string[],
): Promise<Map<string, RoutedChannel[]>> {
  const rows = await sql<ChannelRow>(
    `SELECT id, case_id AS "caseId", ${ROUTE_COLUMNS}
     FROM webhooks WHERE case_id = ANY($1::uuid[]) AND disabled_at IS NULL ORDER BY id FOR KEY SHARE`,
    [[...new Set(caseIds)]],
  );
  const channels = new Map<string, RoutedChannel[]>();
  for (const { id, caseId, isDefault, ...route } of rows) {
    channels.set(caseId, [...(channels.get(caseId) ?? []), { id, isDefault, route }]);
  }
  return channels;
}
