import { type History, NO_PARENTS } from "@/lib/replay/history";
import { DEFAULT_RULES } from "@/lib/rules/incidents/incident";
import { pickSettings, type Settings } from "@/lib/rules/incidents/settings";
import type { CheckIn } from "@/lib/rules/reports/check-in";
import { NO_RATE_COUNTS } from "@/lib/rules/reports/rate-limit";
import { NO_RUN_TERMS } from "@/lib/rules/runs/terms";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { PLAIN_CHECK_IN } from "./factories";
import { aDailySnitch } from "./snitch-state";

/** Settings with this schedule, and defaults otherwise. */
export const settingsWith = (terms: ScheduleTerms, given: Partial<Settings> = {}): Settings =>
  pickSettings({ ...NO_RUN_TERMS, ...DEFAULT_RULES, alertType: "basic", ...terms, ...given });

/** The history of a snitch that checked in at these instants, and to which nothing else happened. */
export function buildHistory(times: Date[], settings: Settings, given: Partial<History> = {}): History {
  return {
    snitch: {
      ...aDailySnitch(settings),
      id: "00000000-0000-7000-8000-000000000001",
      caseId: "00000000-0000-7000-8000-000000000002",
      token: "c0ffee1234abcd56",
      checkInKey: "c0ffee1234abcd56",
      alertEmail: [],
      plan: "unlimited",
      deferredSince: null,
      storedRuns: [],
      ...NO_RATE_COUNTS,
      checkInCount: 0,
      filters: null,
    },
    checkIns: times.map(checkInAt),
    pauses: [],
    settings,
    pastSettings: [],
    decisions: [],
    listeningGaps: [],
    maintenance: [],
    ...NO_PARENTS,
    ...given,
  };
}

export const checkInAt = (at: Date): CheckIn => ({
  ...PLAIN_CHECK_IN,
  id: "00000000-0000-7000-8000-000000000003",
  token: "",
  at,
  exitStatus: "0",
});
