import { addMaintenance } from "@/lib/maintenance/add";
import { changeMaintenance } from "@/lib/maintenance/change";
import { removeMaintenance } from "@/lib/maintenance/remove";
import { maintenanceOfRow } from "@/lib/maintenance/row";
import type { Maintenance } from "@/lib/platform/generated/client";
import type { PlanOf } from "../configuration";
import { listKeys } from "../keys";
import { knownValue, type Store } from "../store";
import type { ExistingMaintenance } from "./maintenance";

/** `snitchKeys`: by the ids of snitches. */
export function existingMaintenance(
  row: Maintenance,
  key: string,
  snitchKeys: Map<string, string>,
): ExistingMaintenance {
  const times = maintenanceOfRow(row);
  if (times.schedule === null) throw new Error(`Maintenance ${row.id} has no schedule.`);
  const attributes = {
    name: row.name,
    note: row.note,
    all: row.coversAll,
    tags: row.tags,
    snitches: listKeys(snitchKeys, row.snitchIds),
    schedule: times.schedule,
    timezone: times.timezone,
    duration: times.duration,
  };
  return { id: row.id, key, attributes };
}

export const maintenanceStore: Store<PlanOf<"maintenance">> = {
  remove: ({ id }, { caseId, now, by }) => removeMaintenance(caseId, id, now, by),
  apply: async (entries, { caseId, ids, now, by }) => {
    for (const { entry, current } of entries) {
      const { all, tags, snitches, ...attributes } = entry.attributes;
      const covered = all
        ? { all }
        : { tags, snitches: snitches.map((key) => knownValue(ids.snitches, key)) };
      const input = { ...attributes, ...covered, starts_at: null, ends_at: null };
      if (current) await changeMaintenance(caseId, current.id, input, now, by);
      else await addMaintenance(caseId, input, by, entry.key);
    }
  },
};
