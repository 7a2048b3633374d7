import { type Actor, changesBetween, recordEvents } from "@/lib/audit/record";
import { type Sql, transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { buildFacts } from "./facts";
import type { MaintenanceChanges } from "./input";
import { recheckHeldIncidents } from "./recheck-held-incidents";
import { scopeChangeFrom } from "./scope-input";
import {
  type LockedMaintenance,
  lockCaseForMaintenance,
  lockMaintenance,
  scopeColumns,
  timeColumns,
} from "./store";
import { timesFrom } from "./times-input";

/** Changes the attributes that are present and leaves the others. */
export async function changeMaintenance(
  caseId: string,
  id: string,
  changes: MaintenanceChanges,
  now: Date,
  by: Actor,
): Promise<void> {
  await transaction(async (sql) => {
    await lockCaseForMaintenance(sql, caseId);
    const before = await lockMaintenance(sql, caseId, id);
    const scope = scopeChangeFrom(changes);
    const { name = before.name, note = before.note } = changes;
    const { coversAll, tags, snitchIds } = scope ? await scopeColumns(sql, caseId, scope) : before;
    const after = { ...timesFrom(changes, before), id, name, note, coversAll, tags, snitchIds };
    await save(sql, after);
    await recheckHeldIncidents(sql, caseId, now);
    const facts = changesBetween(await buildFacts(sql, before), await buildFacts(sql, after));
    if (Object.keys(facts).length === 0) return;
    const resource = { id, name: before.name };
    await recordEvents(sql, caseId, by, [{ action: "maintenance.changed", resource, facts }]);
  });
  publishChange([caseId]);
}

async function save(sql: Sql, maintenance: LockedMaintenance): Promise<void> {
  const { id, name, note, coversAll, tags, snitchIds } = maintenance;
  const { startsAt, endsAt, schedule, timezone, duration, endedEarlyAt } = timeColumns(maintenance);
  await sql(
    `UPDATE maintenance SET name = $2, note = $3, covers_all = $4, tags = $5, snitch_ids = $6, starts_at = $7,
       ends_at = $8, schedule = $9, timezone = $10, duration = $11, ended_early_at = $12 WHERE id = $1`,
    [
      id,
      name,
      note,
      coversAll,
      tags,
      snitchIds,
      startsAt,
      endsAt,
      schedule,
      timezone,
      duration,
      endedEarlyAt,
    ],
  );
}
