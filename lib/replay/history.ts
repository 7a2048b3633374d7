import type { Parent } from "@/lib/rules/incidents/hold";
import type { Settings } from "@/lib/rules/incidents/settings";
import type { Maintenance } from "@/lib/rules/maintenance/window";
import type { CheckIn } from "@/lib/rules/reports/check-in";
import type { ListeningGap } from "@/lib/rules/state/listening-gap";
import type { LockedSnitch } from "@/lib/snitches/store";

/** A pause that was, or one that has not ended: then `endsAt` is null. */
export type PastPause = {
  startsAt: Date;
  endsAt: Date | null;
  /** Whether a healthy check-in ended it. */
  endedByReport: boolean;
};

/** What people decided about the incident that was open at an instant: that someone acknowledged it, or that it can wait. */
export type Decision = { at: Date } & ({ acknowledgedAt: Date | null } | { snoozedUntil: Date });

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
  /** What people decided about its incidents. */
  decisions: Decision[];
  listeningGaps: ListeningGap[];
  maintenance: Maintenance[];
} & PastParents;

/** The snitches that one depends on, in the past. */
export type PastParents = {
  /** As they were at this instant. */
  parentsAt: (now: Date) => Parent[];
  /** When one was no longer bad, after this instant; null if it never was. */
  recoveredAt: (parentId: string, after: Date) => Date | null;
};

export const NO_PARENTS: PastParents = { parentsAt: () => [], recoveredAt: () => null };

/** The settings that were in force at the beginning, and those that replaced them, oldest first. */
export function settingsInForce({ settings, pastSettings }: Pick<History, "settings" | "pastSettings">) {
  const [first = { settings }] = pastSettings;
  const changes = pastSettings.map(({ until }, index) => ({
    at: until,
    settings: pastSettings[index + 1]?.settings ?? settings,
  }));
  return { first: first.settings, changes };
}
