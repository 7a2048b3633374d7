import { EVENT_KINDS } from "@/lib/channel-kinds/find";
import type { Sql } from "@/lib/platform/db";
import type { QuietHours } from "@/lib/rules/notifications/quiet-hours";
import type { CaseChannel, Route } from "@/lib/rules/notifications/route";
import { ROUTE_COLUMNS } from "./save-route";

type ChannelRow = Route & {
  id: string;
  caseId: string;
  isDefault: boolean;
  isOff: boolean;
  takesEvents: boolean;
  quiet: QuietHours | null;
};

/** SQL: the quiet hours of the person whose browser the channel `w` is. */
export const QUIET = `(SELECT jsonb_build_object('zone', m.timezone, 'from', m.quiet_from, 'to', m.quiet_to, 'days', m.quiet_days)
  FROM members m WHERE m.case_id = w.case_id AND m.user_id = w.user_id AND m.quiet_from IS NOT NULL)`;

/**
 * The channels of these cases, the oldest first, by the id of the case. Waits for a channel that is being removed, and
 * then skips it.
 */
export async function listCaseChannels(sql: Sql, caseIds: string[]): Promise<Map<string, CaseChannel[]>> {
  const rows = await sql<ChannelRow>(
    `SELECT id, case_id AS "caseId", disabled_at IS NOT NULL AS "isOff", kind = ANY($2) AS "takesEvents",
       ${ROUTE_COLUMNS}, ${QUIET} AS quiet
     FROM channels w WHERE case_id = ANY($1::uuid[]) ORDER BY id FOR KEY SHARE`,
    [[...new Set(caseIds)], EVENT_KINDS],
  );
  const channels = new Map<string, CaseChannel[]>();
  for (const { id, caseId, isDefault, isOff, takesEvents, quiet, ...route } of rows) {
    const channel = { id, isDefault, isOff, takesEvents, quiet, route };
    channels.set(caseId, [...(channels.get(caseId) ?? []), channel]);
  }
  return channels;
}
