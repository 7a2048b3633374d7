import type { CheckIn } from "@/lib/check-ins/check-in";
import { type History, NO_PARENTS } from "@/lib/replay/history";
import { DEFAULT_RULES } from "@/lib/rules/incidents/incident";
import { NO_RUN_TERMS } from "@/lib/rules/runs/terms";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { type Settings, settingsOf } from "@/lib/rules/settings";
import { aDailySnitch } from "./snitch-state";

/** Settings with this schedule, and defaults otherwise. */
export const settingsWith = (terms: ScheduleTerms, given: Partial<Settings> = {}): Settings =>
  settingsOf({ ...NO_RUN_TERMS, ...DEFAULT_RULES, alertType: "basic", ...terms, ...given });

/** The history of a snitch that checked in at these instants, and to which nothing else happened. */
export function historyOf(times: Date[], settings: Settings, given: Partial<History> = {}): History {
  return {
    snitch: {
      ...aDailySnitch(settings),
      ...{ id: "00000000-0000-7000-8000-000000000001", caseId: "00000000-0000-7000-8000-000000000002" },
      ...{
        token: "c0ffee1234abcd56",
        alertEmail: [],
        plan: "unlimited",
        deferredSince: null,
        storedRuns: [],
      },
      ...{ countedHour: null, hourCount: 0, countedMinute: null, refusedMinute: null },
      ...{ signalMinute: null, signalCount: 0, checkInCount: 0, filters: null },
    },
    checkIns: times.map(checkInAt),
    ...{ pauses: [], settings, pastSettings: [], decisions: [], silences: [], maintenance: [] },
    ...NO_PARENTS,
    ...given,
  };
}

export const checkInAt = (at: Date): CheckIn => ({
  ...{ id: "00000000-0000-7000-8000-000000000003", token: "", at, exitStatus: "0", message: "" },
  ...{ method: "GET", address: "", userAgent: "" },
});
