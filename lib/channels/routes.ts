import { EVENT_KINDS } from "@/lib/channel-kinds/find";
import type { Sql } from "@/lib/platform/db";
import type { CaseChannel, Route } from "@/lib/rules/notifications/route";
import { ROUTE_COLUMNS } from "./save-route";

type ChannelRow = Route & {
  id: string;
  caseId: string;
  isDefault: boolean;
  isOff: boolean;
  takesEvents: boolean;
};

/**
 * The channels of these cases, the oldest first, by the id of the case. Waits for a channel that is being removed, and
 * then skips it.
 */
export async function listCaseChannels(sql: Sql, caseIds: string[]): Promise<Map<string, CaseChannel[]>> {
  const rows = await sql<ChannelRow>(
    `SELECT id, case_id AS "caseId", disabled_at IS NOT NULL AS "isOff", kind = ANY($2) AS "takesEvents", ${ROUTE_COLUMNS}
     FROM channels WHERE case_id = ANY($1::uuid[]) ORDER BY id FOR KEY SHARE`,
    [[...new Set(caseIds)], EVENT_KINDS],
  );
  const channels = new Map<string, CaseChannel[]>();
  for (const { id, caseId, isDefault, isOff, takesEvents, ...route } of rows) {
    channels.set(caseId, [...(channels.get(caseId) ?? []), { id, isDefault, isOff, takesEvents, route }]);
  }
  return channels;
}
