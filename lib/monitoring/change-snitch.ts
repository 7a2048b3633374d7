import { recentListeningGaps } from "@/lib/outages/listening-gaps";
import { mayMissCheckIns } from "@/lib/outages/sweep-guard";
import { wakeTimersIfSoon } from "@/lib/outbox/wake-timers";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { type Sql, transaction } from "@/lib/platform/db";
import { msSinceConnectionLost } from "@/lib/platform/pool";
import { publishChange } from "@/lib/platform/publish-change";
import { notFound, Refusal } from "@/lib/platform/refusal";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { applyEvent } from "@/lib/rules/state/apply-event";
import { countedUntil, isOverdue } from "@/lib/rules/state/apply-time";
import type { SnitchEvent } from "@/lib/rules/state/snitch-event";
import { addDroppedRuns } from "@/lib/snitches/dropped-runs";
import { type LockedSnitch, lockSnitches } from "@/lib/snitches/store";
import { applyTransitions, withRow } from "./apply-transitions";

/**
 * Applies one event to a snitch of the case: locks it, calls `decide` to get the event, and saves the new state and its
 * alerts, all in one transaction. `decide` may throw a refusal or write more rows; if it returns null, no event is applied.
 * `beforeLock`: takes locks that must be taken before that of the snitch.
 */
export async function changeSnitch(
  caseId: string,
  token: string,
  decide: (snitch: LockedSnitch, sql: Sql) => SnitchEvent | null | Promise<SnitchEvent | null>,
  beforeLock?: (sql: Sql) => Promise<unknown>,
): Promise<void> {
  const newRows = await transaction(async (sql) => {
    await beforeLock?.(sql);
    const [snitch] = await lockSnitches(sql, "s.case_id = $1 AND s.token = $2", [caseId, token]);
    if (!snitch) throw notFound("snitch");
    const event = await decide(snitch, sql);
    if (!event) return null;
    await refuseWhileUncertain(sql, snitch, event.at);
    const listeningGaps = isOverdue(snitch, event.at) ? await recentListeningGaps(sql, event.at) : [];
    await addDroppedRuns(sql, [snitch], event.at);
    const transition = withRow(snitch, applyEvent(snitch, event, listeningGaps));
    await wakeTimersIfSoon(sql, "sweep", sweptAt(transition.snitch), event.at);
    return applyTransitions(sql, [transition], event.at);
  });
  if (newRows) wakeWorkersLater(newRows);
  publishChange([caseId]);
}

/** When the sweep has to look at a snitch whose settings were changed. */
const sweptAt = ({ deadline, pauseEndsAt }: LockedSnitch) => [
  deadline && new Date(deadline.getTime() + DEADLINE_ALLOWANCE_MS),
  pauseEndsAt,
];

/** An event also applies an overdue miss. That could be a false alert while another process may hold check-ins of the snitch. */
async function refuseWhileUncertain(sql: Sql, snitch: LockedSnitch, at: Date): Promise<void> {
  const until = countedUntil(snitch, at);
  const isCertain =
    !snitch.deferredSince && !(until && (await mayMissCheckIns(sql, msSinceConnectionLost(), until)));
  if (isCertain) return;
  throw new Refusal(
    "service_unavailable",
    "Check-ins from the last few minutes are still being recorded, possibly including this snitch’s. Try again in a minute.",
  );
}
