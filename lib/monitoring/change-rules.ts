import type { Fact } from "@/lib/audit/fact";
import { formatChannelName, type NamedChannel } from "@/lib/channels/name";
import { wakeTimers } from "@/lib/outbox/wake-timers";
import type { Sql } from "@/lib/platform/db";
import { RULE_NAMES } from "@/lib/rules/incidents/incident";
import { findDependencies, refuseUnknownChannels, saveDependencies } from "@/lib/snitches/dependencies";
import type { Columns } from "@/lib/snitches/settings/settings";
import type { LockedSnitch } from "@/lib/snitches/store";

/** Something before and after a change. */
export type Change<Value> = [before: Value, after: Value];

/**
 * Saves what a locked snitch depends on, and has the next sweep evaluate an open incident by the new rules of alerting. Returns what the
 * audit log stores of its dependencies and channels. `dependsOn`: tokens; undefined if they stay.
 */
export async function changeRules(
  sql: Sql,
  snitch: LockedSnitch,
  [before, after]: Change<Columns>,
  dependsOn: string[] | null | undefined,
): Promise<Change<Record<string, Fact | undefined>>> {
  const channels = await changeChannels(sql, snitch, [before.channels, after.channels]);
  const parents: (string[] | undefined)[] = [];
  if (dependsOn !== undefined) {
    parents.push(await listParents(sql, snitch));
    await saveDependencies(sql, snitch, dependsOn ?? []);
    parents.push(await listParents(sql, snitch));
  }
  if (dependsOn !== undefined || RULE_NAMES.some((name) => after[name] !== before[name])) {
    const open = await sql(
      "UPDATE incidents SET next_at = opened_at WHERE snitch_id = $1 AND closed_at IS NULL RETURNING id",
      [snitch.id],
    );
    if (open.length > 0) await wakeTimers(sql, "sweep");
  }
  return [
    { channels: channels[0], depends_on: parents[0] },
    { channels: channels[1], depends_on: parents[1] },
  ];
}

const listParents = async (sql: Sql, { id }: LockedSnitch) =>
  (await findDependencies(sql, [id])).get(id) ?? [];

/** Channels as the audit log stores them: by name, because ids say nothing, and none chosen means all. Empty if they stay. */
async function changeChannels(
  sql: Sql,
  { caseId }: LockedSnitch,
  [before, after]: Change<string[]>,
): Promise<Fact[]> {
  // A webhook that was removed since it was chosen is still shown, and clients send back what they were shown.
  const newIds = after.filter((id) => !before.includes(id));
  await refuseUnknownChannels(sql, caseId, newIds);
  if (newIds.length === 0 && after.length === before.length) return [];
  const channels = await sql<NamedChannel & { id: string }>(
    "SELECT id, kind, name, url FROM channels WHERE case_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id",
    [caseId, [...before, ...after]],
  );
  return [before, after].map((some) =>
    some.length === 0 ? "all" : channels.filter(({ id }) => some.includes(id)).map(formatChannelName),
  );
}
