import { withAbandoned } from "@/lib/rules/runs/with-run";
import { draftAlert } from "./alert-draft";
import { deadlineAfter } from "./match-tick";
import type { EventOf } from "./snitch-event";
import { NO_PAUSE, type SnitchState } from "./snitch-state";
import { isMonitored, nextStatus } from "./status";
import { type EndedPause, type Transition, withoutAlerts } from "./transition";

/**
 * Pauses a snitch. If it is paused already, only the end of the pause changes. A pending snitch stays pending, or is paused
 * without an alert: no one was notified of it yet. No one waits any more for the runs that are running; a keep-alive has one watched again.
 */
export function pause(
  snitch: SnitchState,
  { at, until, endsAt, isAutomatic = false, evenPending = false }: EventOf<"paused">,
): Transition {
  if (snitch.status === "paused") return withoutAlerts({ ...snitch, pauseUntil: until, pauseEndsAt: endsAt });
  const isPending = snitch.status === "pending";
  const status = isPending && evenPending ? "paused" : nextStatus(snitch.status, "paused");
  if (status !== "paused") return withoutAlerts(snitch);
  const paused: SnitchState = {
    ...snitch,
    ...withAbandoned(snitch, () => true),
    status,
    deadline: null,
    pausedAt: at,
    pauseUntil: until,
    pauseEndsAt: endsAt,
    statusBeforePause: snitch.status,
  };
  if (isPending) return withoutAlerts(paused);
  const meantFor = isAutomatic ? "everybody" : "channels";
  const alert = draftAlert({ before: snitch, kind: "paused", to: status, at, meantFor });
  return { snitch: paused, alerts: [alert], pauses: [], unknownMisses: [] };
}

/** Returns to the status before the pause with a fresh period, so that no alerts are sent for time spent paused. */
export function unpause(snitch: SnitchState, at: Date): Transition {
  if (snitch.status !== "paused" || !snitch.statusBeforePause) return withoutAlerts(snitch);
  const unpaused: SnitchState = {
    ...snitch,
    ...withoutOverdueRuns(snitch, at),
    ...NO_PAUSE,
    status: snitch.statusBeforePause,
    deadline: isMonitored(snitch.statusBeforePause) ? deadlineAfter(snitch, at) : null,
    deadlineBy: "unpaused",
    deadlineSince: at,
  };
  return { snitch: unpaused, alerts: [], pauses: endedPauses(snitch, at), unknownMisses: [] };
}

/** What the end of a pause leaves of the runs: one that exceeded its limit in the pause is abandoned. */
export const withoutOverdueRuns = (snitch: SnitchState, at: Date) =>
  withAbandoned(snitch, ({ limitAt }) => limitAt !== null && limitAt <= at);

/** The pause that ends at `at`; empty if there is none. It never ends before its start, even if a clock is behind. */
export function endedPauses({ pausedAt }: SnitchState, at: Date): EndedPause[] {
  return pausedAt ? [{ startsAt: pausedAt, endsAt: at > pausedAt ? at : pausedAt }] : [];
}
