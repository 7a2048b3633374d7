import { query } from "@/lib/platform/db";
import { attributesOf } from "@/lib/platform/setting";
import { findDependencies } from "./dependencies";
import type { Snitch } from "./find";
import { alerting } from "./settings/alerting";
import { filters } from "./settings/filters";
import { identity } from "./settings/identity";
import { runs } from "./settings/runs";
import { schedule } from "./settings/schedule";

const { name, slug, ...described } = identity;
const { silenced: dismissed, ...alerts } = alerting;
const { grace, early, active, alert_type } = schedule;
const { start_grace, ...others } = runs;

/** What every copy has of its original, … */
const COPIED = { ...described, ...alerts, ...filters, ...others, alert_type };
/** … and what only one on a schedule can have. */
const MARGINS = { grace, early, active, start_grace };

/**
 * What a new snitch gets of the one that it is a copy of, as the API’s attributes. It has its own name and times. `hasSchedule`: whether
 * the copy has a schedule, and no calendar period.
 */
export async function copySettings(original: Snitch, hasSchedule: boolean) {
  const dependsOn = (await findDependencies(query, [original.id])).get(original.id) ?? [];
  const rows = hasSchedule && original.schedule !== null ? { ...COPIED, ...MARGINS } : COPIED;
  return attributesOf(rows, { ...original, dependsOn });
}
