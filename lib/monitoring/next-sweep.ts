import { NEXT_STEP_AT } from "@/lib/incidents/escalate";
import { NEXT_ACKNOWLEDGEMENT_AT } from "@/lib/incidents/expire-acknowledgements";
import { query } from "@/lib/platform/db";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { EARLIEST_WATCH_AT } from "@/lib/snitches/watch-at";

const AND_ALLOWANCE = `+ ${DEADLINE_ALLOWANCE_MS} * interval '1 ms'`;

// A hold of alerts ends with the next check-in, whatever is due.
const NEXT_SWEEP = `SELECT least(
  ${EARLIEST_WATCH_AT} ${AND_ALLOWANCE},
  (SELECT min(pause_ends_at) FROM snitches WHERE pause_ends_at IS NOT NULL),
  (SELECT min(limit_at) FROM runs WHERE limit_at IS NOT NULL) ${AND_ALLOWANCE},
  (SELECT min(next_at) FROM incidents WHERE closed_at IS NULL AND next_at IS NOT NULL),
  (${NEXT_STEP_AT}),
  (${NEXT_ACKNOWLEDGEMENT_AT}),
  (SELECT min(starts_at) FROM alert_holds WHERE ends_at IS NULL)) AS at`;

/**
 * When `sweepDeadlines` next has something to do; null if never. In the past if the last sweep had to leave something undone,
 * for example because it is blocked.
 */
export async function nextSweepAt(): Promise<Date | null> {
  const [next] = await query<{ at: Date | null }>(NEXT_SWEEP);
  return next?.at ?? null;
}
