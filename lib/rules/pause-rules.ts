import { tale } from "./alert-draft";
import { deadlineAfter } from "./period";
import { nextStatus, type Of, type Outcome, type Pause, unchanged, type Watched } from "./status";

/** A pause of what is paused already changes only when it ends; one of what never reported is none. */
export function pause(snitch: Watched, { at, until, endsAt, byItself = false }: Of<"paused">): Outcome {
  if (snitch.status === "paused") return unchanged({ ...snitch, pauseUntil: until, pauseEndsAt: endsAt });
  const status = nextStatus(snitch.status, "paused");
  if (status !== "paused") return unchanged(snitch);
  const muted: Watched = {
    ...snitch,
    status,
    deadline: null,
    pausedAt: at,
    pauseUntil: until,
    pauseEndsAt: endsAt,
    covered: snitch.status,
  };
  return { snitch: muted, tales: [tale(snitch, status, "paused", at, byItself)], pauses: [] };
}

export const NO_PAUSE = { pausedAt: null, pauseUntil: null, pauseEndsAt: null, covered: null } as const;

/** Back to what the pause covered, with a fresh period granted: nobody is alerted for time spent paused. */
export function unpause(snitch: Watched, at: Date): Outcome {
  if (snitch.status !== "paused" || !snitch.covered) return unchanged(snitch);
  const awake: Watched = {
    ...snitch,
    ...NO_PAUSE,
    status: snitch.covered,
    deadline: deadlineAfter(snitch.interval, at),
  };
  return { snitch: awake, tales: [], pauses: pauseUpTo(snitch, at) };
}

/** The pause that ends now. A clock that is a little behind must not make it end before it began. */
export function pauseUpTo({ pausedAt }: Watched, at: Date): Pause[] {
  return pausedAt ? [{ startsAt: pausedAt, endsAt: at > pausedAt ? at : pausedAt }] : [];
}
