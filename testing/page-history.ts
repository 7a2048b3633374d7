import { seededRandom } from "./random-history";

/** A check-in, which was healthy or reported an error. */
export type PageReport = { at: number; isError: boolean };

/** What happens to a snitch, and when, in minutes since 1970. Events are in the order in which Tattle learns of them. */
export type PageEvent = { at: number } & (
  | { does: "check-in" | "error" }
  /** The check-ins of another process are replayed from its journal. They came before those that were recorded last. */
  | { does: "journal"; reports: PageReport[] }
  | { does: "run"; rid: string; startedAt: number; isError: boolean }
  | { does: "pause"; until: "healthy" | "unpaused" | "time"; endsAt: number | null; evenPending?: boolean }
  /** A run begins, and its end never comes. */
  | { does: "start"; rid: null }
  | { does: "unpause" | "sweep" }
);

/** A schedule, and a naive way to say which minutes its periods or runs begin at. Margins are in minutes. */
export type PageSchedule = {
  attributes: { interval: string } | { schedule: string; grace: number; early: number };
  begins: (at: Date) => boolean;
  /** About the length of a period. */
  minutes: number;
  grace: number;
  early: number;
};

export type PageHistory = {
  schedule: PageSchedule;
  maintenance: { from: number; to: number }[];
  events: PageEvent[];
  /** When the page is read. */
  now: number;
};

const isMidnight = (at: Date) => at.getUTCHours() === 0 && at.getUTCMinutes() === 0;

const SCHEDULES: PageSchedule[] = [
  period("10_minute", 10, (at) => at.getUTCMinutes() % 10 === 0),
  period("30_minute", 30, (at) => at.getUTCMinutes() % 30 === 0),
  period("hourly", 60, (at) => at.getUTCMinutes() === 0),
  period("6_hour", 360, (at) => at.getUTCHours() % 6 === 0 && at.getUTCMinutes() === 0),
  period("daily", 1_440, isMidnight),
  period("weekly", 10_080, (at) => at.getUTCDay() === 1 && isMidnight(at)),
  cron("*/20 * * * *", 20, 5, 2, (at) => at.getUTCMinutes() % 20 === 0),
  cron("5 * * * *", 60, 10, 5, (at) => at.getUTCMinutes() === 5),
  cron("30 7 * * *", 1_440, 60, 5, (at) => at.getUTCHours() === 7 && at.getUTCMinutes() === 30),
];

function period(interval: string, minutes: number, begins: (at: Date) => boolean): PageSchedule {
  return { attributes: { interval }, begins, minutes, grace: 0, early: 0 };
}

function cron(
  schedule: string,
  minutes: number,
  grace: number,
  early: number,
  begins: (at: Date) => boolean,
): PageSchedule {
  return { attributes: { schedule, grace: grace * 60, early: early * 60 }, begins, minutes, grace, early };
}

const STEPS = 22;

/** A random history with maintenance, pauses, runs, and journals that are replayed late. The same seed gives the same history. */
export function pageHistory(seed: number): PageHistory {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const schedule = pick(SCHEDULES);
  const { minutes } = schedule;
  const events: PageEvent[] = [];
  const maintenance: PageHistory["maintenance"] = [];
  let at = Math.floor(Date.UTC(2026, below(10), 1 + below(28), below(24)) / 60_000);
  const wait = (most: number) => {
    at += 1 + below(Math.max(1, most));
  };
  const aReport = (): PageReport => ({ at, isError: random() < 0.3 });
  const report = () => {
    const { isError } = aReport();
    events.push({ at, does: isError ? "error" : "check-in" });
  };
  /** Reports of several processes, of which those of one come from its journal, after the others. */
  const replayJournal = () => {
    const reports: PageReport[] = [];
    for (let count = 2 + below(4); count > 0; count -= 1) {
      if (random() < 0.5) report();
      else reports.push(aReport());
      wait(minutes / 4);
    }
    events.push({ at, does: "journal", reports });
  };
  const live = (): void => {
    const chance = random();
    if (chance < 0.45) report();
    else if (chance < 0.6) {
      const startedAt = at;
      wait(minutes / 6);
      events.push({ at, does: "run", rid: `run-${events.length}`, startedAt, isError: random() < 0.3 });
    } else if (chance < 0.68) replayJournal();
    else if (chance < 0.76) {
      const until = pick(["healthy", "unpaused", "time"] as const);
      events.push({
        at,
        does: "pause",
        until,
        endsAt: until === "time" ? at + 1 + below(minutes * 3) : null,
      });
    } else if (chance < 0.84) events.push({ at, does: "unpause" });
    else if (chance < 0.93) {
      const from = at - below(minutes);
      maintenance.push({ from, to: from + 1 + below(minutes * 2) });
    } else wait(minutes * 3);
  };
  const steps = random() < 0.15 ? below(3) : STEPS;
  if (random() < 0.3) events.push({ at, does: "start", rid: null });
  for (let step = 0; step < steps; step += 1) {
    if (random() < 0.9) live();
    wait(random() < 0.7 ? minutes / 2 : minutes * 1.5);
    events.push({ at, does: "sweep" });
  }
  return { schedule, maintenance, events, now: at };
}
