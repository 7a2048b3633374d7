import { MINUTE_MS } from "../durations";
import { DEADLINE_ALLOWANCE_MS } from "../schedule/deadline-allowance";
import type { AlertRules, Incident } from "./incident";

/** A snitch on which the evaluated one depends. `deadline` is null while it is pending or paused. */
export type Parent = { id: string; isFailing: boolean; deadline: Date | null };

/** What decides about a notification, besides the incident and its rules. */
export type Circumstances = {
  now: Date;
  /** When the maintenance ends that covers the snitch now; null if none does. */
  maintenanceUntil: Date | null;
  parents: readonly Parent[];
  /** How long a child has to report after its parent has recovered. */
  graceMs: number;
};

/** Why the notification waits, and until when at most; the time is null if only an event can end the hold. */
export type Holding = Pick<Incident, "hold" | "heldBy" | "heldUntil">;

export const NOT_HELD: Holding = { hold: null, heldBy: null, heldUntil: null };

/** How long a child waits for a parent that may be about to miss, and how often a held child is evaluated again. */
const MAX_WAIT_FOR_PARENT_MS = 15 * MINUTE_MS;

/** A parent whose deadline has just passed is evaluated within this time. */
const MIN_WAIT_FOR_PARENT_MS = MINUTE_MS / 2;

/** What prevents a notification of an open incident now. */
export function evaluateHold(incident: Incident, rules: AlertRules, circumstances: Circumstances): Holding {
  const { snoozedUntil, openedAt, notifiedAt } = incident;
  const { now, maintenanceUntil } = circumstances;
  if (snoozedUntil && snoozedUntil > now) return { hold: "snooze", heldBy: null, heldUntil: snoozedUntil };
  if (maintenanceUntil) return { hold: "maintenance", heldBy: null, heldUntil: maintenanceUntil };
  const thresholdEndsAt =
    rules.alertAfterSeconds > 0 ? after(openedAt, rules.alertAfterSeconds * 1_000) : null;
  const isMet = incident.badCount >= rules.alertAfter || (thresholdEndsAt && thresholdEndsAt <= now);
  if (notifiedAt === null && !isMet) return { hold: "threshold", heldBy: null, heldUntil: thresholdEndsAt };
  return holdingByParent(incident, circumstances);
}

/** A bad parent holds its children, and for one grace after it has recovered; before that, one that may be about to miss. */
function holdingByParent(
  { hold, heldBy, heldUntil, notifiedAt }: Incident,
  { now, parents, graceMs }: Circumstances,
): Holding {
  const bad = parents.find(({ isFailing }) => isFailing);
  if (bad) return { hold: "parent", heldBy: bad.id, heldUntil: after(now, MAX_WAIT_FOR_PARENT_MS) };
  if (hold === "parent" && heldBy !== null) {
    return { hold, heldBy: null, heldUntil: after(now, graceMs) };
  }
  if (hold === "parent") return heldUntil && heldUntil > now ? { hold, heldBy, heldUntil } : NOT_HELD;
  const waits =
    notifiedAt === null ? parents.flatMap(({ deadline }) => (deadline ? [waitFor(deadline, now)] : [])) : [];
  if (waits.length === 0) return NOT_HELD;
  return { hold: "parent", heldBy: null, heldUntil: after(now, Math.max(...waits)) };
}

/** How long to wait, in milliseconds, until a parent with this deadline has missed it or not. */
function waitFor(deadline: Date, now: Date): number {
  const untilEvaluated = deadline.getTime() + DEADLINE_ALLOWANCE_MS - now.getTime();
  return Math.min(Math.max(untilEvaluated, MIN_WAIT_FOR_PARENT_MS), MAX_WAIT_FOR_PARENT_MS);
}

const after = (at: Date, ms: number) => new Date(at.getTime() + ms);
