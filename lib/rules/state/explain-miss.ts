import { compileSchedule } from "@/lib/rules/schedule/compile";
import { windowAt, windowDueAt } from "@/lib/rules/schedule/windows";
import { deadlineAfter, deadlineOfFirstRun } from "./match-tick";
import { nextDeadline } from "./next-deadline";
import { usualArrival } from "./smart-deadline";
import type { DeadlineBasis, SnitchState } from "./snitch-state";

/** Why a deadline was what it was, as JSON: times are in ISO 8601. */
export type MissFacts = {
  /** What the deadline was computed from, and when that was. Null if it is not known. */
  by: DeadlineBasis | null;
  since: string | null;
  /** The time of the run that was expected; for a calendar interval the start of its period. */
  runAt: string;
  /** The end of the period of a calendar interval; null for other schedules. */
  periodEndsAt: string | null;
  /** From when on a report would have counted for that run. */
  countsFrom: string;
  /** What a schedule adds to the time of a run. */
  graceMs: number;
  /** What a smart deadline adds instead; null for a basic one. */
  smart: SmartMargin | null;
};

/** How long after its time the job reported at the latest, and the tenth of the gap between two runs that is added to it. */
export type SmartMargin = { latestMs: number; marginMs: number };

type Origin = { by: DeadlineBasis; since: Date };

/** These deadlines are smart ones, if the snitch has them. */
const MAY_BE_SMART: DeadlineBasis[] = ["report", "error", "silence", "time_zone"];

/** Explains the deadline of a snitch in this state, which has just been missed. What cannot be proved is left out. */
export function explainMiss(snitch: SnitchState, deadline: Date): MissFacts {
  const { kind, graceMs } = compileSchedule(snitch);
  const dueWindow = windowDueAt(snitch, deadline);
  const noted = notedOrigin(snitch);
  const isSmart = noted !== null && isBySmartRule(snitch, noted, deadline);
  const origin = noted && (isSmart || isByBasicRule(snitch, noted, deadline, dueWindow.dueAt)) ? noted : null;
  const smart = isSmart && noted ? smartMargin(snitch, noted.since) : null;
  const runAt =
    kind === "calendar"
      ? dueWindow.start
      : smart && origin
        ? nextRun(snitch, origin.since)
        : new Date(dueWindow.dueAt.getTime() - graceMs);
  return {
    by: origin?.by ?? null,
    since: origin?.since.toISOString() ?? null,
    runAt: runAt.toISOString(),
    periodEndsAt: kind === "calendar" ? dueWindow.end.toISOString() : null,
    countsFrom: countsFrom(snitch, runAt, origin).toISOString(),
    graceMs,
    smart,
  };
}

/**
 * What the deadline was computed from, as the row has it. The version before may have left it behind: it is believed only if
 * it leads to the deadline.
 */
function notedOrigin({ deadlineBy, deadlineSince, checkedInAt, matchedTick }: SnitchState): Origin | null {
  if (deadlineBy && deadlineSince && !(checkedInAt && checkedInAt > deadlineSince))
    return { by: deadlineBy, since: deadlineSince };
  const latestReport = matchedTick ?? checkedInAt;
  return latestReport && { by: "report", since: latestReport };
}

/** Whether the rule of smart deadlines leads to this one. Without a usual time, it is that of basic deadlines. */
const isBySmartRule = (snitch: SnitchState, { by, since }: Origin, deadline: Date) =>
  snitch.alertType === "smart" && MAY_BE_SMART.includes(by) && isSame(nextDeadline(snitch, since), deadline);

function isByBasicRule(snitch: SnitchState, { by, since }: Origin, deadline: Date, dueAt: Date): boolean {
  if (by === "started" && isSame(deadlineOfFirstRun(snitch, since), deadline)) return true;
  if (by === "missed") return since < deadline && isSame(dueAt, deadline);
  const mustBeSmart = snitch.alertType === "smart" && (by === "report" || by === "error");
  return !mustBeSmart && isSame(deadlineAfter(snitch, since), deadline);
}

const isSame = (one: Date, other: Date) => one.getTime() === other.getTime();

function smartMargin(snitch: SnitchState, since: Date): SmartMargin | null {
  const startMs = nextRun(snitch, since).getTime();
  const gapMs = compileSchedule(snitch).nextTick(startMs) - startMs;
  const usual = usualArrival(snitch, gapMs);
  return usual && { latestMs: usual.latestMs, marginMs: Math.round(gapMs / 10) };
}

function nextRun(snitch: SnitchState, since: Date): Date {
  const { matchTick, nextTick } = compileSchedule(snitch);
  return new Date(nextTick(matchTick(since.getTime())));
}

/** Without fixed times any report after the last one counts. */
function countsFrom(snitch: SnitchState, runAt: Date, origin: Origin | null): Date {
  const { kind } = compileSchedule(snitch);
  if (kind === "calendar") return runAt;
  if (kind !== "every") return windowAt(snitch, runAt).reportsFrom;
  return origin?.since ?? runAt;
}
