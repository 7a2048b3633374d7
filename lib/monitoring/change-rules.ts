import type { Fact } from "@/lib/audit/record";
import { formatChannelName, type NamedChannel } from "@/lib/channels/name";
import { wakeTimers } from "@/lib/outbox/wake-timers";
import type { Sql } from "@/lib/platform/db";
import { type AlertRules, RULE_NAMES } from "@/lib/rules/incidents/incident";
import { findDependencies, refuseUnknownChannels, saveDependencies } from "@/lib/snitches/dependencies";
import { alertRulesFrom, type RuleInput } from "@/lib/snitches/rule-input";
import type { LockedSnitch } from "@/lib/snitches/store";
import type { StoredAttributes } from "./stored-attributes";

/** Attributes of a snitch before and after a change, as the audit log stores them. */
export type FactChange = { before: Record<string, Fact>; after: Record<string, Fact> };

/** What a change makes of columns, which are not saved yet. */
export type ColumnChange<Columns> = FactChange & { columns: Columns };

type RuleColumns = AlertRules & Pick<StoredAttributes, "channels" | "silenced">;

/**
 * What an input makes of the rules of alerting of a locked snitch. Saves what it depends on, and has the next sweep evaluate an open
 * incident by the rules.
 */
export async function changeRules(
  sql: Sql,
  snitch: LockedSnitch,
  attributes: StoredAttributes,
  input: RuleInput,
): Promise<ColumnChange<RuleColumns>> {
  const rules = alertRulesFrom(input, attributes);
  const channels = input.channels === undefined ? attributes.channels : (input.channels ?? []);
  const silenced = input.silenced === undefined ? attributes.silenced : (input.silenced ?? []);
  const before: Record<string, Fact> = { ...ruleFacts(attributes), silenced: attributes.silenced };
  const after: Record<string, Fact> = { ...ruleFacts(rules), silenced };
  // A webhook that was removed since it was chosen is still shown, and clients send back what they were shown.
  const newIds = channels.filter((id) => !attributes.channels.includes(id));
  await refuseUnknownChannels(sql, snitch.caseId, newIds);
  if (newIds.length > 0 || channels.length !== attributes.channels.length) {
    const nameChosen = await nameChannels(sql, snitch.caseId, [...attributes.channels, ...channels]);
    Object.assign(before, { channels: nameChosen(attributes.channels) });
    Object.assign(after, { channels: nameChosen(channels) });
  }
  if (input.depends_on !== undefined) {
    Object.assign(before, { depends_on: (await findDependencies(sql, [snitch.id])).get(snitch.id) ?? [] });
    await saveDependencies(sql, snitch, input.depends_on ?? []);
    Object.assign(after, { depends_on: (await findDependencies(sql, [snitch.id])).get(snitch.id) ?? [] });
  }
  if (input.depends_on !== undefined || RULE_NAMES.some((name) => rules[name] !== attributes[name])) {
    const open = await sql(
      "UPDATE incidents SET next_at = opened_at WHERE snitch_id = $1 AND closed_at IS NULL RETURNING id",
      [snitch.id],
    );
    if (open.length > 0) await wakeTimers(sql, "sweep");
  }
  return { columns: { ...rules, channels, silenced }, before, after };
}

/** Channels as the audit log stores them: by name, because ids say nothing, and none chosen means all. */
async function nameChannels(sql: Sql, caseId: string, ids: string[]) {
  const channels = await sql<NamedChannel & { id: string }>(
    "SELECT id, kind, name, url FROM channels WHERE case_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id",
    [caseId, ids],
  );
  return (some: string[]): Fact =>
    some.length === 0 ? "all" : channels.filter(({ id }) => some.includes(id)).map(formatChannelName);
}

const ruleFacts = ({
  alertAfter,
  alertAfterSeconds,
  recoverAfter,
  remindEvery,
  severity,
}: AlertRules): Record<string, Fact> => ({
  alert_after: String(alertAfter),
  alert_after_seconds: `${alertAfterSeconds} seconds`,
  recover_after: String(recoverAfter),
  remind_every: remindEvery === null ? null : remindEvery === 0 ? "never" : `${remindEvery} seconds`,
  severity,
});
