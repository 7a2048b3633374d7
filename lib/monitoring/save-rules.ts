import type { Fact } from "@/lib/audit/record";
import { formatChannelName, type NamedChannel } from "@/lib/channels/name";
import { findAlertRules } from "@/lib/incidents/store";
import { wakeTimers } from "@/lib/outbox/wake-timers";
import type { Sql } from "@/lib/platform/db";
import { type AlertRules, DEFAULT_RULES, RULE_NAMES } from "@/lib/rules/incidents/incident";
import { findDependencies, refuseUnknownChannels, saveDependencies } from "@/lib/snitches/dependencies";
import { alertRulesFrom, type RuleInput } from "@/lib/snitches/rule-input";
import type { LockedSnitch } from "@/lib/snitches/store";

/** Attributes of a snitch before and after a change, as the audit log stores them. */
export type FactChange = { before: Record<string, Fact>; after: Record<string, Fact> };

/** `current` and `rules`: the rules of alerting before and after the change. */
type RuleChange = FactChange & { current: AlertRules; rules: AlertRules };

/** Saves the rules of alerting that an input has. The next sweep evaluates an open incident by them. */
export async function saveRules(sql: Sql, snitch: LockedSnitch, input: RuleInput): Promise<RuleChange> {
  const current = (await findAlertRules(sql, [snitch.id])).get(snitch.id) ?? DEFAULT_RULES;
  const rules = alertRulesFrom(input, current);
  const change = { before: ruleFacts(current), after: ruleFacts(rules), current, rules };
  const areChanged = RULE_NAMES.some((name) => rules[name] !== current[name]);
  if (areChanged) {
    await sql(
      `UPDATE snitches SET alert_after = $2, alert_after_seconds = $3, recover_after = $4, remind_every = $5,
         severity = $6::severity WHERE id = $1`,
      [
        snitch.id,
        rules.alertAfter,
        rules.alertAfterSeconds,
        rules.recoverAfter,
        rules.remindEvery,
        rules.severity,
      ],
    );
  }
  if (input.channels !== undefined) {
    const [{ channels } = { channels: [] }] = await sql<{ channels: string[] }>(
      "SELECT channels FROM snitches WHERE id = $1",
      [snitch.id],
    );
    // A webhook that was removed since it was chosen is still shown, and clients send back what they were shown.
    const channelIds = input.channels ?? [];
    const newIds = channelIds.filter((id) => !channels.includes(id));
    await refuseUnknownChannels(sql, snitch.caseId, newIds);
    await sql("UPDATE snitches SET channels = $2 WHERE id = $1", [snitch.id, channelIds]);
    if (newIds.length > 0 || channelIds.length !== channels.length) {
      const nameChosen = await nameChannels(sql, snitch.caseId, [...channels, ...channelIds]);
      Object.assign(change.before, { channels: nameChosen(channels) });
      Object.assign(change.after, { channels: nameChosen(channelIds) });
    }
  }
  if (input.depends_on !== undefined) {
    const before = (await findDependencies(sql, [snitch.id])).get(snitch.id) ?? [];
    await saveDependencies(sql, snitch, input.depends_on ?? []);
    const after = (await findDependencies(sql, [snitch.id])).get(snitch.id) ?? [];
    Object.assign(change.before, { depends_on: before });
    Object.assign(change.after, { depends_on: after });
  }
  if (input.silenced !== undefined) {
    const [row] = await sql<{ silenced: string[] }>(
      `UPDATE snitches s SET silenced = $2 FROM snitches before WHERE s.id = $1 AND before.id = s.id
       RETURNING before.silenced`,
      [snitch.id, input.silenced ?? []],
    );
    Object.assign(change.before, { silenced: row?.silenced ?? [] });
    Object.assign(change.after, { silenced: input.silenced ?? [] });
  }
  if (areChanged || input.depends_on !== undefined) {
    const open = await sql(
      "UPDATE incidents SET next_at = opened_at WHERE snitch_id = $1 AND closed_at IS NULL RETURNING id",
      [snitch.id],
    );
    if (open.length > 0) await wakeTimers(sql, "sweep");
  }
  return change;
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
