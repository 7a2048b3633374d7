import { isExcusedDeadline } from "../maintenance/is-excused";
import type { Maintenance } from "../maintenance/window";
import { DEADLINE_ALLOWANCE_MS } from "../schedule/deadline-allowance";
import type { ScheduleTerms } from "../schedule/schedule-terms";
import type { AlertDraft } from "../state/alert-draft";
import { deadlineAfterMiss } from "../state/match-tick";

/** How many missed deadlines of one alert are looked at one by one. */
const MAX_DEADLINES = 10_000;

/**
 * Whether an alert is a miss that maintenance excuses. After an outage one alert represents all deadlines that had passed by
 * `now`; it is excused only if each of them lies in maintenance.
 */
export function isExcusedMiss(
  terms: ScheduleTerms,
  { kind, cause, at }: Pick<AlertDraft, "kind" | "cause" | "at">,
  maintenance: Maintenance[],
  now: Date,
): boolean {
  if (maintenance.length === 0 || kind !== "missing" || cause === "overran") return false;
  const dueUntil = new Date(now.getTime() - DEADLINE_ALLOWANCE_MS);
  let deadline = at;
  for (let count = 0; count < MAX_DEADLINES; count += 1) {
    if (!isExcusedDeadline(terms, deadline, maintenance)) return false;
    deadline = deadlineAfterMiss(terms, deadline, deadline);
    if (deadline > dueUntil) return true;
  }
  return false;
}
