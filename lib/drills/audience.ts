import { formatChannelName, type NamedChannel } from "@/lib/channels/name";
import { QUIET } from "@/lib/channels/routes";
import { ROUTE_COLUMNS } from "@/lib/channels/save-route";
import { findRecipients } from "@/lib/emails/recipients/find";
import type { Sql } from "@/lib/platform/db";
import type { ChannelHours } from "@/lib/rules/notifications/channel-hours";
import { formatWait } from "@/lib/rules/notifications/format-channel-hours";
import type { QuietHours } from "@/lib/rules/notifications/quiet-hours";

/** `note`: what would become of alerts now; null if they are sent at once. */
type DrillChannel = { id: string; kind: string; name: string; note: string | null };

/** `isFallback`: the address stands in for others that cannot be emailed. */
type DrillAddress = { address: string; isFallback: boolean };

/** Whom a fire drill notifies. */
export type Audience = { channels: DrillChannel[]; addresses: DrillAddress[] };

/**
 * The channels of a case that are switched on, the oldest first, and the addresses that its alerts are emailed to: of the case,
 * of its snitches, and of the members in its escalation or its policies. Waits for a channel that is being removed, and then skips it.
 */
export async function findAudience(sql: Sql, caseId: string): Promise<Audience> {
  const channels = await sql<NamedChannel & ChannelHours & { id: string; quiet: QuietHours | null }>(
    `SELECT id, kind, name, url, ${ROUTE_COLUMNS}, ${QUIET} AS quiet FROM channels w
     WHERE case_id = $1 AND disabled_at IS NULL ORDER BY id FOR KEY SHARE`,
    [caseId],
  );
  return {
    channels: channels.map((channel) => ({
      id: channel.id,
      kind: channel.kind,
      name: formatChannelName(channel),
      note: formatWait(channel, channel.quiet, new Date()),
    })),
    addresses: await findAddresses(sql, caseId),
  };
}

async function findAddresses(sql: Sql, caseId: string): Promise<DrillAddress[]> {
  const lists = await sql<{ addresses: string[] }>(
    `SELECT DISTINCT alert_email AS addresses FROM snitches WHERE case_id = $1 AND cardinality(alert_email) > 0
     UNION ALL
     SELECT array_agg(DISTINCT u.email) FROM members m JOIN users u ON u.id = m.user_id JOIN cases c ON c.id = m.case_id
     WHERE m.case_id = $1 AND CASE WHEN c.policies = '[]'
       THEN EXISTS (SELECT FROM escalation_steps s WHERE s.case_id = c.id AND m.user_id = ANY(s.user_ids))
       ELSE c.policies @? format('$[*].steps[*].notify[*].member ? (@ == "%s")', m.user_id)::jsonpath END HAVING count(*) > 0`,
    [caseId],
  );
  const subjects = [[], ...lists.map(({ addresses }) => addresses)];
  const recipients = await findRecipients(
    sql,
    subjects.map((alertEmail) => ({ caseId, alertEmail })),
  );
  const audience = new Map<string, DrillAddress>();
  for (const { address, skipReason, isFallback } of recipients.flat()) {
    if (skipReason !== null) continue;
    const key = address.toLowerCase();
    const other = audience.get(key);
    // An address that is a recipient anyway stands in for no one.
    audience.set(key, {
      address: other?.address ?? address,
      isFallback: isFallback && (other?.isFallback ?? true),
    });
  }
  return [...audience.values()].sort((one, other) => one.address.localeCompare(other.address));
}
