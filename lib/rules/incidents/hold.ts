import { DEADLINE_ALLOWANCE_MS } from "../deadline-allowance";
import { MINUTE_MS } from "../period";
import type { AlertRules, Incident } from "./incident";

/** A snitch that the one at hand depends on. `deadline` is null while it is pending or paused. */
export type Parent = { id: string; isBad: boolean; deadline: Date | null };

/** What decides about telling besides the incident and its rules. */
export type Circumstances = {
  now: Date;
  /** When the maintenance ends that covers the snitch now; null if none does. */
  maintenanceUntil: Date | null;
  parents: readonly Parent[];
  /** How long a child has to report after its parent has recovered. */
  graceMs: number;
};

/** Why telling waits, and until when at most; the time is null if only an event can end it. */
export type Holding = Pick<Incident, "hold" | "heldBy" | "heldUntil">;

export const NOT_HELD: Holding = { hold: null, heldBy: null, heldUntil: null };

/** So long a child waits for a parent that may be about to miss. It is also how often a held child is looked at again. */
const MAX_WAIT_FOR_PARENT_MS = 15 * MINUTE_MS;

/** A parent whose deadline has just passed is judged within this time. */
const MIN_WAIT_FOR_PARENT_MS = MINUTE_MS / 2;

/** What prevents now that people are told of an open incident. */
export function holdingOf(incident: Incident, rules: AlertRules, around: Circumstances): Holding {
  const { snoozedUntil, openedAt, toldAt } = incident;
  const { now, maintenanceUntil } = around;
  if (snoozedUntil && snoozedUntil > now) return { hold: "snooze", heldBy: null, heldUntil: snoozedUntil };
  if (maintenanceUntil) return { hold: "maintenance", heldBy: null, heldUntil: maintenanceUntil };
  const toldInAnyCaseAt =
    rules.alertAfterSeconds > 0 ? after(openedAt, rules.alertAfterSeconds * 1_000) : null;
  const isReached = incident.badCount >= rules.alertAfter || (toldInAnyCaseAt && toldInAnyCaseAt <= now);
  if (toldAt === null && !isReached) return { hold: "threshold", heldBy: null, heldUntil: toldInAnyCaseAt };
  return holdingByParent(incident, around);
}

/** A bad parent holds its children, and for one grace after it has recovered; before that, one that may be about to miss. */
function holdingByParent(
  { hold, heldBy, heldUntil, toldAt }: Incident,
  { now, parents, graceMs }: Circumstances,
): Holding {
  const bad = parents.find(({ isBad }) => isBad);
  if (bad) return { hold: "parent", heldBy: bad.id, heldUntil: after(now, MAX_WAIT_FOR_PARENT_MS) };
  if (hold === "parent" && heldBy !== null) {
    return { hold, heldBy: null, heldUntil: after(now, graceMs) };
  }
  if (hold === "parent") return heldUntil && heldUntil > now ? { hold, heldBy, heldUntil } : NOT_HELD;
  const waits =
    toldAt === null ? parents.flatMap(({ deadline }) => (deadline ? [waitFor(deadline, now)] : [])) : [];
  if (waits.length === 0) return NOT_HELD;
  return { hold: "parent", heldBy: null, heldUntil: after(now, Math.max(...waits)) };
}

/** How long to wait, in milliseconds, until a parent with this deadline has missed it or not. */
function waitFor(deadline: Date, now: Date): number {
  const untilJudged = deadline.getTime() + DEADLINE_ALLOWANCE_MS - now.getTime();
  return Math.min(Math.max(untilJudged, MIN_WAIT_FOR_PARENT_MS), MAX_WAIT_FOR_PARENT_MS);
}

const after = (at: Date, ms: number) => new Date(at.getTime() + ms);
