import { MINUTE_MS } from "@/lib/rules/durations";
import type { Settings } from "@/lib/rules/incidents/settings";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { windowDueAt } from "@/lib/rules/schedule/windows";
import type { History } from "./history";
import { replayInSteps } from "./replay";
import type { ReplayedAlert } from "./simulated-history";

/** A longer grace is not looked for. */
const MAX_GRACE_MINUTES = 7 * 24 * 60;

type Range = { since: Date; until: Date };

/**
 * The smallest grace, in whole minutes, with which no alert would have called a job missing that was only late; null
 * if no grace up to the longest gap of the schedule, or a week, is enough, if nothing was reported, for a calendar interval,
 * which has no grace, and if the start grace takes its place. A longer grace never raises more false alarms, so a search by halves finds it. Each grace that it tries is
 * a replay of its own.
 */
export async function smallestGraceMinutes(
  history: History,
  settings: Settings,
  range: Range,
): Promise<number | null> {
  if (settings.schedule === null || settings.startGrace !== null) return null;
  if (!history.checkIns.some(({ at }) => at >= range.since)) return null;
  const isEnough = async (minutes: number) =>
    !(await hasFalseAlarm(history, { ...settings, grace: minutes * (MINUTE_MS / 1_000) }, range));
  let tooSmall = -1;
  let enough = maxGraceMinutes(settings);
  if (!(await isEnough(enough))) return null;
  while (enough - tooSmall > 1) {
    const middle = Math.floor((tooSmall + enough) / 2);
    if (await isEnough(middle)) enough = middle;
    else tooSmall = middle;
  }
  return enough;
}

export function maxGraceMinutes(settings: Settings): number {
  const { gaps } = compileSchedule(settings);
  return Math.min(Math.ceil(gaps.longestMs / MINUTE_MS), MAX_GRACE_MINUTES);
}

/** Whether people would have been notified of a miss although the job reported for that very run later. */
export async function hasFalseAlarm(
  history: History,
  settings: Settings,
  { since, until }: Range,
): Promise<boolean> {
  const alerts = await replayInSteps(history, { settings, until });
  return alerts.some((alert, index) => {
    const isMiss = alert.kind === "missing" && alert.isNotified && alert.cause !== "overran";
    return isMiss && alert.at >= since && isForSameRun(settings, alert, alerts[index + 1]);
  });
}

/**
 * Whether the next report counts for the run that was missed. With “every”, which has no fixed times, it does if the job had been
 * silent for less than two periods.
 */
function isForSameRun(settings: Settings, alert: ReplayedAlert, next: ReplayedAlert | undefined): boolean {
  if (next?.kind !== "reporting" && next?.kind !== "errored") return false;
  const { kind, gaps } = compileSchedule(settings);
  const { start, end } = windowDueAt(settings, alert.at);
  if (kind !== "every") return next.at < end;
  return alert.from !== "failed" && next.at.getTime() < start.getTime() + 2 * gaps.shortestMs;
}
