import { seededRandom } from "./random-history";
import { type Clock, clocksBetween, type ModelSchedule, runsAmong, ScheduleModel } from "./schedule-model";

const WEEK = 7 * 24 * 60;

/** Schedules of every kind, and what they mean. */
export const SCHEDULES: ModelSchedule[] = [
  { schedule: "*/7 * * * *", runsAt: ({ minute }) => minute % 7 === 0, clockChange: "always" },
  {
    schedule: "0 */3 * * *",
    runsAt: ({ hour, minute }) => hour % 3 === 0 && minute === 0,
    clockChange: "always",
  },
  {
    schedule: "*/30 2 * * *",
    runsAt: ({ hour, minute }) => hour === 2 && minute % 30 === 0,
    clockChange: "always",
  },
  { schedule: "30 2 * * *", runsAt: ({ hour, minute }) => hour === 2 && minute === 30, clockChange: "once" },
  {
    schedule: "5,45 1-3 * * 0,6",
    runsAt: ({ weekday, hour, minute }) =>
      weekday % 6 === 0 && hour >= 1 && hour <= 3 && (minute === 5 || minute === 45),
    clockChange: "once",
  },
  {
    schedule: "30 7 * * 1-5\n0 2 * * *",
    runsAt: ({ weekday, hour, minute }) =>
      (weekday >= 1 && weekday <= 5 && hour === 7 && minute === 30) || (hour === 2 && minute === 0),
    clockChange: "once",
  },
  {
    schedule: "Mon..Fri *-*-* 07:30",
    runsAt: ({ weekday, hour, minute }) => weekday >= 1 && weekday <= 5 && hour === 7 && minute === 30,
    clockChange: "first",
  },
  {
    schedule: "*-*-* 1..3:0/20",
    runsAt: ({ hour, minute }) => hour >= 1 && hour <= 3 && minute % 20 === 0,
    clockChange: "first",
  },
  { schedule: "every 45 minutes", period: 45, clockChange: "always" },
  { schedule: "every 6 hours", period: 360, clockChange: "always" },
];

/** Weeks in which the clocks of these zones are turned. */
export const WEEKS: [timezone: string, monday: string][] = [
  ["UTC", "2026-03-23"],
  ["Europe/Riga", "2026-03-23"],
  ["Europe/Riga", "2026-10-19"],
  ["America/New_York", "2026-03-02"],
  ["America/New_York", "2026-10-26"],
  ["Australia/Lord_Howe", "2026-03-30"],
  ["Australia/Lord_Howe", "2026-09-28"],
  ["Africa/Cairo", "2026-04-20"],
  ["Pacific/Chatham", "2026-09-21"],
];

const walked = new Map<string, Clock[]>();

/** All runs from a week before until four weeks after. */
export function knownRuns(schedule: ModelSchedule, timezone: string, from: number): number[] {
  const key = `${timezone} ${from}`;
  const clocks = walked.get(key) ?? clocksBetween(timezone, from - WEEK, from + 4 * WEEK);
  walked.set(key, clocks);
  return runsAmong(schedule, clocks, from - WEEK);
}

/** What happens to a snitch, and when, in minutes since 1970. */
export type ScheduleEvent = { at: number; does: "check-in" | "error" | "sweep" };

/** A random history of a snitch with such a schedule. Its margins are in minutes. */
export type SimulatedHistory = { grace: number; early: number; events: ScheduleEvent[] };

/** A random history between these minutes, with at most `maxEvents` events. */
export function randomScheduleHistory(
  model: ModelSchedule,
  seed: number,
  {
    begins,
    ends,
    maxEvents = Number.POSITIVE_INFINITY,
  }: { begins: number; ends: number; maxEvents?: number },
): SimulatedHistory {
  const random = seededRandom(seed);
  const pick = <Value>(values: Value[]) => values[Math.floor(random() * values.length)] as Value;
  const [grace, early] = [pick([1, 7, 30, 180]), pick([0, 3, 20])];
  const usualGap = model.period ?? pick([7, 60, 180, 1_440]);
  const events: ScheduleEvent[] = [];
  for (let at = begins; at < ends && events.length < maxEvents; ) {
    at += 1 + Math.floor(random() * usualGap * pick([0.5, 1, 1, 3]));
    const chance = random();
    events.push({ at, does: chance < 0.6 ? "check-in" : chance < 0.75 ? "error" : "sweep" });
  }
  return { grace, early, events };
}

/** Runs the history in the model. `from`: the beginning of the week. */
export function runInModel(
  model: ModelSchedule,
  timezone: string,
  from: number,
  { grace, early, events }: SimulatedHistory,
): ScheduleModel {
  const runs = model.runsAt ? knownRuns(model, timezone, from) : null;
  const replica = new ScheduleModel({ runs, period: model.period ?? 0, grace, early });
  for (const { at, does } of events) {
    if (does === "check-in") replica.checkIn(at);
    else if (does === "error") replica.error(at);
    else replica.applyTime(at);
  }
  return replica;
}
