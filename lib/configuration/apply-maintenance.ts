import type { Actor } from "@/lib/audit/actor";
import { addMaintenance } from "@/lib/maintenance/add";
import { changeMaintenance } from "@/lib/maintenance/change";
import type { MaintenanceAttributes } from "./configuration";
import { isChange } from "./diff";
import type { Existing } from "./existing";
import type { MaintenancePlan } from "./plan-maintenance";

/** Plans and changes recurring maintenance. `tokens`: of all snitches, by their keys. */
export async function applyMaintenance(
  { planned }: MaintenancePlan,
  { theCase }: Existing,
  tokens: Map<string, string>,
  by: Actor,
  now: Date,
): Promise<void> {
  for (const { entry, current, change } of planned) {
    if (!isChange(change)) continue;
    const input = buildInput(entry.attributes, tokens);
    if (current) await changeMaintenance(theCase.id, current.id, input, now, by);
    else await addMaintenance(theCase.id, input, by, entry.key);
  }
}

const buildInput = (
  { name, note, all, tags, snitches, schedule, timezone, duration }: MaintenanceAttributes,
  tokens: Map<string, string>,
) => ({
  name,
  note,
  schedule,
  timezone,
  duration,
  ...(all ? { all } : { tags, snitches: snitches.flatMap((key) => tokens.get(key) ?? []) }),
  starts_at: null,
  ends_at: null,
});
