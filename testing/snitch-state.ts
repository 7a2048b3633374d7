import { NO_RUN_TERMS } from "@/lib/rules/runs/terms";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { PENDING, type SnitchState } from "@/lib/rules/state/snitch-state";

/** The state of a daily snitch, which is pending unless another status is given. */
export const aDailySnitch = (given: Partial<SnitchState> = {}): SnitchState => ({
  ...calendarTerms("daily"),
  ...NO_RUN_TERMS,
  alertType: "basic",
  ...PENDING,
  ...given,
});
