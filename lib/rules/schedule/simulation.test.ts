import { expect, test } from "vitest";
import { seededRandom } from "@/lib/testing/random-history";
import type { ExpectedAlert } from "@/lib/testing/reference-model";
import {
  type Clock,
  clocksBetween,
  type ModelSchedule,
  runsAmong,
  ScheduleModel,
} from "@/lib/testing/schedule-model";
import { aDailySnitch } from "@/lib/testing/snitch-state";
import { applyEvent } from "../apply-event";
import { applyTime } from "../apply-time";
import type { Transition } from "../transition";
import { scheduleOf } from "./compile";
import { calendarTerms } from "./schedule-terms";

const MINUTE_MS = 60_000;
const WEEK = 7 * 24 * 60;

const SCHEDULES: ModelSchedule[] = [
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
const WEEKS: [timezone: string, monday: string][] = [
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

const cases = WEEKS.flatMap(([timezone, monday]) =>
  SCHEDULES.map((schedule) => [schedule.schedule, timezone, monday, schedule] as const),
);

test.each(cases)("%s in %s, from %s: its runs are those of a walk from minute to minute", (...given) => {
  const [text, timezone, monday, schedule] = given;
  const from = Date.parse(`${monday}T00:00Z`) / MINUTE_MS;
  if (schedule.runsAt) {
    const { nextTick } = scheduleOf({ ...calendarTerms("daily"), schedule: text, timezone });
    const runs: number[] = [];
    for (
      let atMs = nextTick((from + 120) * MINUTE_MS);
      atMs < (from + 2 * WEEK) * MINUTE_MS;
      atMs = nextTick(atMs)
    ) {
      runs.push(atMs / MINUTE_MS);
    }
    const expected = knownRuns(schedule, timezone, from);
    expect(runs).toEqual(expected.filter((run) => run > from + 120 && run < from + 2 * WEEK));
  }
  for (let seed = 1; seed <= LIVES; seed += 1) expect(live(schedule, timezone, from, seed)).toBe("agrees");
});

const LIVES = 8;

/** A random life of a snitch of two weeks, in the rules and in the model. */
function live(model: ModelSchedule, timezone: string, from: number, seed: number): string {
  const random = seededRandom(seed);
  const pick = <Value>(values: Value[]) => values[Math.floor(random() * values.length)] as Value;
  const [grace, early] = [pick([1, 7, 30, 180]), pick([0, 3, 20])];
  const runs = model.runsAt ? knownRuns(model, timezone, from) : null;
  const expected = new ScheduleModel({ runs, period: model.period ?? 0, grace, early });

  const terms = { ...calendarTerms("daily"), schedule: model.schedule, timezone };
  const snitch = aDailySnitch({ ...terms, grace: grace * 60, early: early * 60 });
  const life: Transition = { snitch, alerts: [], pauses: [], unknownMisses: [] };
  const add = ({ snitch, alerts }: Transition) => {
    life.snitch = snitch;
    life.alerts.push(...alerts);
  };
  const report = { message: "" };

  const usualGap = model.period ?? pick([7, 60, 180, 1_440]);
  for (let at = from + 200; at < from + 2 * WEEK; ) {
    at += 1 + Math.floor(random() * usualGap * pick([0.5, 1, 1, 3]));
    const now = new Date(at * MINUTE_MS);
    const chance = random();
    if (chance < 0.6) {
      expected.checkIn(at);
      add(applyEvent(life.snitch, { kind: "checked_in", at: now, exitStatus: "0", ...report }, []));
    } else if (chance < 0.75) {
      expected.error(at);
      add(applyEvent(life.snitch, { kind: "reported_error", at: now, exitStatus: "1", ...report }, []));
    } else {
      expected.applyTime(at);
      add(applyTime(life.snitch, now, []));
    }
  }
  const alerts = life.alerts.map(
    ({ kind, from, to, at, byEmail }): ExpectedAlert => ({
      kind,
      from,
      to,
      at: at.getTime() / MINUTE_MS,
      byEmail,
    }),
  );
  const state = { status: life.snitch.status, deadline: (life.snitch.deadline?.getTime() ?? 0) / MINUTE_MS };
  expect(alerts, `seed ${seed}`).toEqual(expected.alerts);
  expect(state, `seed ${seed}`).toEqual({ status: expected.status, deadline: expected.deadline ?? 0 });
  return "agrees";
}

const walked = new Map<string, Clock[]>();

/** All runs from a week before until four weeks after. */
function knownRuns(schedule: ModelSchedule, timezone: string, from: number): number[] {
  const key = `${timezone} ${from}`;
  const clocks = walked.get(key) ?? clocksBetween(timezone, from - WEEK, from + 4 * WEEK);
  walked.set(key, clocks);
  return runsAmong(schedule, clocks, from - WEEK);
}
