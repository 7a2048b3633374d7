import { MAX_MAINTENANCE } from "@/lib/rules/limits";
import { MAINTENANCE_DEFAULTS, type MaintenanceAttributes } from "./configuration";
import { attributesGiven, type Change, changesBetween } from "./diff";
import type { Existing, ExistingMaintenance } from "./existing";
import type { Json } from "./file-input";
import { type Match, matchEntries } from "./match";
import type { ParsedFile } from "./parse";
import { unknownKeys } from "./plan-snitches";
import type { Problem } from "./problem";

type MaintenanceMatch = Match<MaintenanceAttributes, ExistingMaintenance>;
export type PlannedMaintenance = MaintenanceMatch & { change: Change };

export type MaintenancePlan = {
  planned: PlannedMaintenance[];
  removed: ExistingMaintenance[];
  kept: ExistingMaintenance[];
  problems: Problem[];
};

/** What becomes of recurring maintenance, and why it cannot be done. `snitches`: the keys that there will be. */
export function planMaintenance(
  file: ParsedFile,
  existing: Existing,
  prunes: boolean,
  snitches: Set<string>,
): MaintenancePlan {
  const { matches, ...absent } = matchEntries(file.configuration.maintenance, existing.maintenance, prunes);
  const planned = matches.map((match) => ({ ...match, change: buildChange(match) }));
  const newCount = planned.filter(({ current }) => !current).length;
  const count = existing.maintenanceCount + newCount - absent.removed.length;
  const message = `would be ${count}: a case has at most ${MAX_MAINTENANCE}. Remove some that have ended`;
  return {
    planned,
    ...absent,
    problems: [
      ...(newCount > 0 && count > MAX_MAINTENANCE ? [{ path: ["maintenance"], message }] : []),
      ...planned.flatMap(({ entry: { index, attributes } }) =>
        unknownKeys(attributes.snitches, snitches, ["maintenance", index, "snitches"], "snitch"),
      ),
    ],
  };
}

function buildChange({ entry: { key, attributes }, current }: MaintenanceMatch): Change {
  const of = { resource: "maintenance" as const, key, name: attributes.name };
  const after: Record<string, Json> = attributes;
  if (!current) return { ...of, action: "create", attributes: attributesGiven(MAINTENANCE_DEFAULTS, after) };
  const differences = changesBetween(current.attributes, after);
  return { ...of, action: differences.length > 0 ? "change" : "unchanged", attributes: differences };
}
