import type { Sql } from "@/lib/platform/db";
import { areSameSettings, type Settings } from "@/lib/rules/incidents/settings";
import type { LockedSnitch } from "@/lib/snitches/store";

/**
 * Keeps the settings that a change has ended, so that the history of the snitch can be replayed. Among several changes at one
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
