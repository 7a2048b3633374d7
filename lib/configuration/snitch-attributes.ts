import { type AttributesOf, attributesOf, type ColumnsOf, defaultsOf } from "@/lib/platform/setting";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import {
  type ScheduleColumns,
  type ScheduleTerms,
  toScheduleTerms,
} from "@/lib/rules/schedule/schedule-terms";
import { schedule } from "@/lib/snitches/settings/schedule";
import { SETTINGS } from "@/lib/snitches/settings/settings";

/**
 * A snitch as a file describes it: all settings, with other snitches and channels by their keys, which are sorted. No channel represents
 * all of the case, and the interval is null with a schedule.
 */
export type SnitchAttributes = Omit<AttributesOf<typeof SETTINGS>, "channels"> & { channels: string[] };

/** What a setting is if a file leaves it out. A name and an interval, or a schedule, are never left out. */
export const SNITCH_DEFAULTS: SnitchAttributes = {
  ...attributesOf(SETTINGS, defaultsOf(SETTINGS)),
  channels: [],
};

/** The attributes that say when the job runs: a plan may not include another schedule. */
export const SCHEDULE_NAMES = [...Object.keys(schedule), "start_grace"];

type SnitchNames = Pick<SnitchAttributes, "depends_on" | "channels"> & Partial<SnitchAttributes>;

/** A stored snitch as a file describes it. `names`: what a file has otherwise. */
export const snitchAttributes = (
  snitch: Omit<ColumnsOf<typeof SETTINGS>, "dependsOn" | "interval" | "filters"> & {
    interval: string;
    filters: unknown;
  },
  names: SnitchNames,
): SnitchAttributes => ({
  ...attributesOf(SETTINGS, { ...snitch, dependsOn: [] }),
  ...(snitch.schedule === null
    ? { grace: null, early: null }
    : { interval: null, ...withoutDefaultMargins(snitch) }),
  ...names,
});

/** A margin that is given, and is the same as the default, is the default. */
function withoutDefaultMargins({
  grace,
  early,
  ...terms
}: ScheduleColumns): Pick<ScheduleTerms, "grace" | "early"> {
  const { graceMs, earlyMs } = compileSchedule(
    toScheduleTerms({ ...terms, grace: null, early: null, startGrace: null }),
  );
  return {
    grace: grace !== null && grace * 1_000 === graceMs ? null : grace,
    early: early !== null && early * 1_000 === earlyMs ? null : early,
  };
}
