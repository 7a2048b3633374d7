import { applyTime } from "@/lib/rules/apply-time";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/deadline-allowance";
import { judgeAlerts, judgeWaiting } from "./judge-alerts";
import type { Life } from "./life";

/**
 * Applies what the passing of time changes, up to and including `to`: at the instant at which something is due or, with
 * `sweeps`, at each of these instants in milliseconds; those that have passed are removed.
 */
export function passTime(life: Life, to: Date, sweeps?: number[]): void {
  if (sweeps) {
    while (sweeps[0] !== undefined && sweeps[0] <= to.getTime()) look(life, new Date(sweeps.shift() ?? 0));
    return;
  }
  for (let last = Number.NEGATIVE_INFINITY, due = dueMs(life); due <= to.getTime(); due = dueMs(life)) {
    // What is still due after it was judged waits for something else.
    if (due <= last) return;
    look(life, new Date(due));
    last = due;
  }
}

function look(life: Life, now: Date): void {
  const { found, history } = life;
  life.routine = null;
  const { snitch, alerts } = applyTime(found.snitch, now, history.silences);
  Object.assign(found.snitch, snitch);
  found.alerts.push(...alerts);
  judgeAlerts(life, now);
  judgeWaiting(life, now);
  life.now = now;
  life.see(life);
}

/** When something is due next, in milliseconds since 1970. */
function dueMs({ found: { snitch }, incident, history, now }: Life): number {
  const times = [snitch.pauseEndsAt?.getTime(), incident?.nextAt?.getTime()];
  if (snitch.deadline) times.push(snitch.deadline.getTime() + DEADLINE_ALLOWANCE_MS);
  for (const { limitAt } of snitch.runs) if (limitAt) times.push(limitAt.getTime() + DEADLINE_ALLOWANCE_MS);
  if (incident?.heldBy) times.push(history.recoveredAt(incident.heldBy, now)?.getTime());
  return Math.max(now.getTime(), Math.min(...times.map((ms) => ms ?? Number.POSITIVE_INFINITY)));
}
