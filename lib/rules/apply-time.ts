import { draftAlert } from "./alert-draft";
import { deadlineAfterMiss } from "./claim";
import { nextDeadline } from "./next-deadline";
import { unpause } from "./pause-rules";
import { MINUTE_MS } from "./period";
import { type Silence, silenceHiding } from "./silence";
import type { SnitchState } from "./snitch-state";
import { nextStatus } from "./status";
import { combine, type Transition, withoutAlerts } from "./transition";

/** A miss is acted on this long after the deadline, so that a check-in sent at the last moment still counts. */
export const DEADLINE_ALLOWANCE_MS = MINUTE_MS;

/**
 * Applies what only the passing of time changes: a pause ends, or a deadline passes. Idempotent. After a long gap only
 * one miss is alerted, however many periods passed. A check-in may have been lost in one of these silences: then nobody
 * knows whether the deadline was missed, and the snitch gets a fresh period from the end of the silence.
 */
export function applyTime(snitch: SnitchState, now: Date, silences: Silence[]): Transition {
  if (snitch.pauseEndsAt && snitch.pauseEndsAt <= now) {
    const unpaused = unpause(snitch, snitch.pauseEndsAt);
    return combine(unpaused, applyTime(unpaused.snitch, now, silences));
  }
  const dueUntil = new Date(now.getTime() - DEADLINE_ALLOWANCE_MS);
  if (!snitch.deadline || snitch.deadline > dueUntil) return withoutAlerts(snitch);
  const heardUntil = new Date(snitch.deadline.getTime() + DEADLINE_ALLOWANCE_MS);
  const silence = silenceHiding(snitch, snitch.deadline, heardUntil, silences);
  if (!silence) return miss(snitch, snitch.deadline, dueUntil);
  // The new deadline is later, because the silence ends within the missed period or after it.
  const granted = { ...snitch, deadline: nextDeadline(snitch, silence.endsAt) };
  const unknown = {
    ...withoutAlerts(granted),
    unknownMisses: [{ deadline: snitch.deadline, silence }],
  };
  return combine(unknown, applyTime(granted, now, silences));
}

/** Whether a deadline has passed, so that `applyTime` depends on the silences. */
export const isOverdue = (snitch: SnitchState, now: Date) => applyTime(snitch, now, []).alerts.length > 0;

/** Marks the deadline as missed. The next one is that of the following run, or a later one after `dueUntil`. */
function miss(snitch: SnitchState, deadline: Date, dueUntil: Date): Transition {
  const status = nextStatus(snitch.status, "missed");
  const missing: SnitchState = {
    ...snitch,
    status,
    deadline: deadlineAfterMiss(snitch, deadline, dueUntil),
    missingSince: snitch.missingSince ?? deadline,
  };
  const alert = draftAlert({ before: snitch, kind: "missing", to: status, at: deadline, byEmail: true });
  return { snitch: missing, alerts: [alert], pauses: [], unknownMisses: [] };
}
