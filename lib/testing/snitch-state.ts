import { NO_HABIT } from "@/lib/rules/smart-deadline";
import type { Watched } from "@/lib/rules/status";

/** A daily snitch as the rules of time see it, pending unless something else is said. */
export const aDailySnitch = (given: Partial<Watched> = {}): Watched => ({
  ...NO_HABIT,
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
  covered: null,
  ...given,
});
