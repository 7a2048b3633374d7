import { type Actor, recordEvents } from "@/lib/audit/record";
import { type Sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { publishChange } from "@/lib/platform/publish-change";
import { invalidAttribute } from "@/lib/platform/refusal";
import { MAX_MAINTENANCE } from "@/lib/rules/limits";
import { buildFacts, factsGiven } from "./facts";
import type { NewMaintenance } from "./input";
import { scopeFrom } from "./scope-input";
import { lockCaseForMaintenance, scopeColumns, timeColumns } from "./store";
import { timesFrom } from "./times-input";

/**
 * Plans maintenance. It may lie in the past: then it excuses misses in the figures, and no one is notified. `key`: of an exported
 * file. If the case has maintenance with this key, nothing is added.
 */
export async function addMaintenance(
  caseId: string,
  input: NewMaintenance,
  by: Actor,
  key: string | null = null,
): Promise<string> {
  const id = newId();
  const { name, note } = input;
  const times = timesFrom(input, null);
  await transaction(async (sql) => {
    await lockCaseForMaintenance(sql, caseId);
    if (await hasKey(sql, caseId, key)) return;
    const [{ count } = { count: 0 }] = await sql<{ count: number }>(
      "SELECT count(*)::int AS count FROM maintenance WHERE case_id = $1",
      [caseId],
    );
    if (count >= MAX_MAINTENANCE) {
      const message = `can’t be added: a case has at most ${MAX_MAINTENANCE}. Remove one that has ended`;
      throw invalidAttribute("name", message);
    }
    const scope = await scopeColumns(sql, caseId, scopeFrom(input));
    const { startsAt, endsAt, schedule, timezone, duration } = timeColumns(times);
    await sql(
      `INSERT INTO maintenance (id, case_id, name, note, covers_all, tags, snitch_ids, starts_at, ends_at, schedule,
         timezone, duration, key) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        id,
        caseId,
        name,
        note,
        scope.coversAll,
        scope.tags,
        scope.snitchIds,
        startsAt,
        endsAt,
        schedule,
        timezone,
        duration,
        key,
      ],
    );
    const facts = factsGiven(await buildFacts(sql, { id, name, note, ...scope, ...times }));
    await recordEvents(sql, caseId, by, [{ action: "maintenance.added", resource: { id, name }, facts }]);
  });
  publishChange([caseId]);
  return id;
}

const hasKey = async (sql: Sql, caseId: string, key: string | null): Promise<boolean> =>
  key !== null &&
  (await sql("SELECT FROM maintenance WHERE case_id = $1 AND key = $2", [caseId, key])).length > 0;
