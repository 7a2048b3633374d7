import { tale } from "./alert-draft";
import { unpause } from "./pause-rules";
import { periodAfter, periodAt } from "./period";
import { after, nextStatus, type Outcome, unchanged, type Watched } from "./status";

/** A miss is acted on this long after the deadline, so that a check-in on its way at the boundary is heard first. */
export const HEARING_ALLOWANCE_MS = 60_000;

/**
 * What the passing of time alone has made of a snitch by now: a pause ended, a period was missed.
 * Settling late or twice comes to the same, except that a long sleep is caught up with one tale.
 */
export function settle(snitch: Watched, now: Date): Outcome {
  if (snitch.pauseEndsAt && snitch.pauseEndsAt <= now) {
    const awake = unpause(snitch, snitch.pauseEndsAt);
    return after(awake, settle(awake.snitch, now));
  }
  const heardUntil = new Date(now.getTime() - HEARING_ALLOWANCE_MS);
  if (!snitch.deadline || snitch.deadline > heardUntil) return unchanged(snitch);
  return miss(snitch, snitch.deadline, heardUntil);
}

/** Whether time alone has brought about a miss by now that nobody was told of. */
export const isOverdue = (snitch: Watched, now: Date) => settle(snitch, now).tales.length > 0;

function miss(snitch: Watched, deadline: Date, heardUntil: Date): Outcome {
  const status = nextStatus(snitch.status, "missed");
  // A smart deadline lies inside the period that was missed, a basic one at its end.
  const missed = periodAt(snitch.interval, new Date(deadline.getTime() - 1));
  const following = periodAfter(snitch.interval, missed).end;
  const unheard = periodAt(snitch.interval, heardUntil).end;
  const silent: Watched = {
    ...snitch,
    status,
    deadline: new Date(Math.max(following.getTime(), unheard.getTime())),
    missingSince: snitch.missingSince ?? deadline,
  };
  return { snitch: silent, tales: [tale(snitch, status, "missing", deadline, true)], pauses: [] };
}
