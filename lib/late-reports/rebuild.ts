import type { StoredIncident } from "@/lib/incidents/store";
import type { History, PastPause } from "@/lib/replay/history";
import { simulateInSteps } from "@/lib/replay/replay";
import type { ReplayedAlert } from "@/lib/replay/simulated-history";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import type { LockedSnitch } from "@/lib/snitches/store";

/** What a snitch and its incident are if all reports are taken in order of time, and the alerts of that. */
export type Rebuilt = {
  snitch: LockedSnitch;
  /** The open one; null if there would be none. */
  incident: StoredIncident | null;
  alerts: ReplayedAlert[];
};

/**
 * Replays the history of a snitch until an instant, with its late reports. Null if a replay without them does not lead to what the
 * snitch is, so that nothing follows from one with them: then too little of its history is known.
 */
export async function rebuild(
  snitch: LockedSnitch,
  history: History,
  { lateIds, until }: { lateIds: Set<string>; until: Date },
): Promise<Rebuilt | null> {
  const whole = withUnmonitoredTime(history);
  const inTime = { ...whole, checkIns: whole.checkIns.filter(({ id }) => !lateIds.has(id)) };
  const { state: without } = await simulateInSteps(inTime, { settings: null, until });
  const { status, statusBeforePause } = without.snitch;
  const isKnown = status === snitch.status && statusBeforePause === snitch.statusBeforePause;
  if (!isKnown) return null;
  const { state, incident, alerts } = await simulateInSteps(whole, { settings: null, until });
  return { snitch: takeOver(snitch, state.snitch), incident, alerts };
}

/** Before its first report came, no one waited for the job: that time is like a pause. */
function withUnmonitoredTime(history: History): History {
  const [first] = history.checkIns;
  if (!first) return history;
  const seenAt = new Date(
    Math.min(...history.checkIns.map(({ at, receivedAt }) => (receivedAt ?? at).getTime())),
  );
  if (first.at >= seenAt) return history;
  const startsAt = new Date(first.at.getTime() - 1);
  const unmonitored: PastPause = { startsAt, endsAt: seenAt, endedByReport: false };
  return { ...history, pauses: [unmonitored, ...history.pauses.filter((pause) => pause.startsAt >= seenAt)] };
}

/**
 * What a replay has found out, for the row of the snitch. Its pause stays as it is, its deadline never moves backwards, and no late
 * report makes it missing: runs and deadlines of the past that no one was alerted of stay so.
 */
function takeOver(snitch: LockedSnitch, replayed: LockedSnitch): LockedSnitch {
  const { checkedInAt, erroredAt, arrivalsMs, lastArrivalPeriod, matchedTick } = replayed;
  const state = { ...snitch, checkedInAt, erroredAt, arrivalsMs, lastArrivalPeriod, matchedTick };
  if (snitch.status === "paused")
    return {
      ...state,
      statusBeforePause: replayed.statusBeforePause,
      missingSince: replayed.missingSince,
    };
  if (replayed.status === "failed" && snitch.status !== "failed") return state;
  const { status, missingSince, deadline, deadlineBy, deadlineSince } = replayed;
  if (!deadline) return state;
  const isLater = !snitch.deadline || deadline > snitch.deadline;
  return { ...state, status, missingSince, ...(isLater && { deadline, deadlineBy, deadlineSince }) };
}

/**
 * Until when the state of a snitch has all that happened: not after the instant at which something of it is due, because the alert of
 * that is still to be raised.
 */
export function settledUntil(snitch: LockedSnitch, appliedUntil: Date): Date {
  const due = [
    snitch.pauseEndsAt,
    ...[snitch.deadline, ...snitch.runs.map(({ limitAt }) => limitAt)].map(allowed),
  ];
  const times = due.flatMap((at) => (at ? [at.getTime() - 1] : []));
  return new Date(Math.min(appliedUntil.getTime(), ...times));
}

const allowed = (at: Date | null) => at && new Date(at.getTime() + DEADLINE_ALLOWANCE_MS);
