import { NO_ARRIVALS } from "@/lib/rules/smart-deadline";
import type { SnitchState } from "@/lib/rules/snitch-state";

/** A daily snitch as the rules of time see it, pending unless something else is said. */
export const aDailySnitch = (given: Partial<SnitchState> = {}): SnitchState => ({
  ...NO_ARRIVALS,
  status: "pending",
  interval: "daily",
  alertType: "basic",
  deadline: null,
  checkedInAt: null,
  erroredAt: null,
  missingSince: null,
  pausedAt: null,
  pauseUntil: null,
  pauseEndsAt: null,
  statusBeforePause: null,
  ...given,
});
