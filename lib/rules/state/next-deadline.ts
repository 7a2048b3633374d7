import { deadlineAfter } from "./match-tick";
import { smartDeadlineAfter } from "./smart-deadline";
import type { SnitchState } from "./snitch-state";

/** The deadline after a report at this instant, by the snitch's alert type. */
export const nextDeadline = (snitch: SnitchState, reportedAt: Date): Date =>
  snitch.alertType === "smart"
    ? smartDeadlineAfter(snitch, snitch, reportedAt)
    : deadlineAfter(snitch, reportedAt);
