import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { applyTime } from "@/lib/rules/state/apply-time";
import { evaluateAlerts, evaluateWaiting } from "./evaluate-alerts";
import type { SimulatedHistory } from "./simulated-history";

/**
 * Applies what the passing of time changes, up to and including `to`: at the instant at which something is due or, with
 * `sweeps`, at each of these instants in milliseconds; those that have passed are removed.
 */
export function passTime(simulated: SimulatedHistory, to: Date, sweeps?: number[]): void {
  if (sweeps) {
    while (sweeps[0] !== undefined && sweeps[0] <= to.getTime())
      look(simulated, new Date(sweeps.shift() ?? 0));
    return;
  }
  for (
    let last = Number.NEGATIVE_INFINITY, due = dueMs(simulated);
    due <= to.getTime();
    due = dueMs(simulated)
  ) {
    // Anything still due after the evaluation waits for something else.
    if (due <= last) return;
    look(simulated, new Date(due));
    last = due;
  }
}

function look(simulated: SimulatedHistory, now: Date): void {
  const { state, history } = simulated;
  simulated.routine = null;
  const { snitch, alerts } = applyTime(state.snitch, now, history.listeningGaps);
  Object.assign(state.snitch, snitch);
  state.alerts.push(...alerts);
  evaluateAlerts(simulated, now);
  evaluateWaiting(simulated, now);
  simulated.now = now;
  simulated.see(simulated);
}

/** When something is due next, in milliseconds since 1970. */
function dueMs({ state: { snitch }, incident, history, now }: SimulatedHistory): number {
  const times = [snitch.pauseEndsAt?.getTime(), incident?.nextAt?.getTime()];
  if (snitch.deadline) times.push(snitch.deadline.getTime() + DEADLINE_ALLOWANCE_MS);
  for (const { limitAt } of snitch.runs) if (limitAt) times.push(limitAt.getTime() + DEADLINE_ALLOWANCE_MS);
  if (incident?.heldBy) times.push(history.recoveredAt(incident.heldBy, now)?.getTime());
  return Math.max(now.getTime(), Math.min(...times.map((ms) => ms ?? Number.POSITIVE_INFINITY)));
}
