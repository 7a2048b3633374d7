import { DAY_MS } from "../durations";
import type { Status } from "../state/snitch-state";

/** After so many days missing, or pending, a snitch may be abandoned. */
export const STALE_DAYS = { missing: 21, pending: 14 } as const;

type MaybeStale = { status: Status; missingSince: Date | null; createdAt: Date };

/** Missing or pending since before these instants, a snitch is stale. */
export const staleBefore = (now: Date): Record<keyof typeof STALE_DAYS, Date> => ({
  missing: new Date(now.getTime() - STALE_DAYS.missing * DAY_MS),
  pending: new Date(now.getTime() - STALE_DAYS.pending * DAY_MS),
});

/** Since when a snitch that may no longer be wanted has not reported; null for all others. */
export function staleSince({ status, missingSince, createdAt }: MaybeStale, now: Date): Date | null {
  const before = staleBefore(now);
  if (status === "pending") return createdAt <= before.pending ? createdAt : null;
  if (status !== "failed" || missingSince === null) return null;
  return missingSince <= before.missing ? missingSince : null;
}
