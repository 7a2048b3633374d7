import { findAlertRules } from "@/lib/incidents/store";
import type { Sql } from "@/lib/platform/db";
import { DEFAULT_RULES } from "@/lib/rules/incidents/incident";
import { areSameSettings, type Settings, settingsOf } from "@/lib/rules/settings";
import type { LockedSnitch } from "@/lib/snitches/store";

/** The settings of a locked snitch as this transaction sees them. `rest`: those that its row does not have yet. */
export async function findSettings(
  sql: Sql,
  snitch: LockedSnitch,
  rest: Partial<Settings> = {},
): Promise<Settings> {
  const rules = (await findAlertRules(sql, [snitch.id])).get(snitch.id) ?? DEFAULT_RULES;
  return settingsOf({ ...snitch, ...rules, ...rest });
}

/**
 * Keeps the settings that a change has ended, so that the history of the snitch can be replayed. Of several changes at one
 * instant only the first has ended settings that were in force.
 */
export async function savePastSettings(
  sql: Sql,
  { id }: LockedSnitch,
  [before, after]: [Settings, Settings],
  now: Date,
): Promise<void> {
  if (areSameSettings(before, after)) return;
  await sql(
    "INSERT INTO past_settings (snitch_id, until, settings) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [id, now, JSON.stringify(before)],
  );
}
