import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { NO_ARRIVALS } from "@/lib/rules/smart-deadline";
import { BY_LATEST_REPORT, NO_RUNS, type SnitchState } from "@/lib/rules/snitch-state";

/** The state of a daily snitch, which is pending unless another status is given. */
export const aDailySnitch = (given: Partial<SnitchState> = {}): SnitchState => ({
  ...NO_ARRIVALS,
  ...NO_RUNS,
  ...BY_LATEST_REPORT,
  status: "pending",
  ...calendarTerms("daily"),
  alertType: "basic",
  deadline: null,
  checkedInAt: null,
  erroredAt: null,
  missingSince: null,
  pausedAt: null,
  pauseUntil: null,
  pauseEndsAt: null,
  statusBeforePause: null,
  recovering: false,
  ...given,
});
