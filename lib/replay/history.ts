import type { CheckIn } from "@/lib/check-ins/check-in";
import type { Parent } from "@/lib/rules/incidents/hold";
import type { Maintenance } from "@/lib/rules/maintenance/window";
import type { Settings } from "@/lib/rules/settings";
import type { Silence } from "@/lib/rules/silence";
import type { LockedSnitch } from "@/lib/snitches/store";

/** A pause that was, or one that has not ended: then `endsAt` is null. */
export type PastPause = {
  startsAt: Date;
  endsAt: Date | null;
  /** Whether a healthy check-in ended it. */
  endedByReport: boolean;
};

/** All that happened to a snitch, apart from what Tattle made of it. */
export type History = {
  /** As it was before the first of its check-ins: pending. */
  snitch: LockedSnitch;
  /** The accepted ones, oldest first. */
  checkIns: CheckIn[];
  pauses: PastPause[];
  /** The settings that it has now, and those that it had before, until an instant each, oldest first. */
  settings: Settings;
  pastSettings: { until: Date; settings: Settings }[];
  /** When people acknowledged its incidents. */
  acknowledgedAt: Date[];
  silences: Silence[];
  maintenance: Maintenance[];
  /** The snitches that it depends on, as they were at this instant. */
  parentsAt: (now: Date) => Parent[];
};

/** The settings that were in force at the beginning, and those that replaced them, oldest first. */
export function settingsInForce({ settings, pastSettings }: Pick<History, "settings" | "pastSettings">) {
  const [first = { settings }] = pastSettings;
  const changes = pastSettings.map(({ until }, index) => ({
    at: until,
    settings: pastSettings[index + 1]?.settings ?? settings,
  }));
  return { first: first.settings, changes };
}
