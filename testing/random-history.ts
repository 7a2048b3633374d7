/** A second list of the intervals, so that a test compares it with the real one. */
const INTERVALS: [name: string, minutes: number][] = [
  ["1_minute", 1],
  ["2_minute", 2],
  ["3_minute", 3],
  ["5_minute", 5],
  ["10_minute", 10],
  ["15_minute", 15],
  ["30_minute", 30],
  ["hourly", 60],
  ["2_hour", 120],
  ["3_hour", 180],
  ["4_hour", 240],
  ["6_hour", 360],
  ["8_hour", 480],
  ["12_hour", 720],
  ["daily", 1_440],
  ["weekly", 10_080],
  ["monthly", 43_800],
];

export type Schedule = { interval: string; minutes: number; smart: boolean };

export type HistoryEvent = { at: number } & (
  | { does: "check-in" | "error" | "unpause" }
  | { does: "pause"; until: "healthy" | "unpaused" | "time"; endsAt: number | null; evenPending?: boolean }
  | { does: "reschedule"; to: Schedule }
  /** The connection of a `dying` sweep is terminated after `cutAfterMs`. */
  | { does: "sweep"; how: "once" | "twice" | "together" | "dying"; cutAfterMs: number }
);

export type SnitchHistory = { schedule: Schedule; plan: "business" | "team"; events: HistoryEvent[] };

/** A pseudo-random number generator from 0 to 1. The same seed gives the same numbers. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A random history of one snitch over months: mostly a job that checks in regularly, sometimes any other event. Times are
 * in minutes since 1970.
 */
export function randomHistory(seed: number): SnitchHistory {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const plan = pick(["business", "team"] as const);
  const smartFrom = plan === "business" ? 60 : 10_080;
  const aSchedule = (): Schedule => {
    const [interval, minutes] = pick(INTERVALS);
    return { interval, minutes, smart: minutes >= smartFrom && random() < 0.5 };
  };

  const first = aSchedule();
  const events: HistoryEvent[] = [];
  /** The usual minute of a check-in within its period. */
  const usualOffset = below(first.minutes);
  let schedule = first;
  let at = Math.floor(Date.UTC(2026, below(12), 1 + below(28)) / 60_000);

  const aSweep = (how: "once" | "twice" | "together" | "dying"): HistoryEvent => ({
    at,
    does: "sweep",
    how,
    cutAfterMs: below(12),
  });
  const anEvent = (): HistoryEvent => {
    const chance = random();
    if (chance < 0.55) return { at, does: "check-in" };
    if (chance < 0.68) return { at, does: "error" };
    if (chance < 0.76) {
      const until = pick(["healthy", "unpaused", "time"] as const);
      const endsAt = until === "time" ? at + 1 + below(schedule.minutes * 4) : null;
      return { at, does: "pause", until, endsAt };
    }
    if (chance < 0.84) return { at, does: "unpause" };
    if (chance < 0.87) {
      schedule = aSchedule();
      return { at, does: "reschedule", to: schedule };
    }
    return aSweep(pick(["once", "twice", "together", "dying"]));
  };

  const isSteady = random() < 0.5;
  for (let i = 0; i < 45; i += 1) {
    const jitter = below(Math.ceil(schedule.minutes / 8));
    const wait = isSteady && schedule === first ? schedule.minutes : below(schedule.minutes * 2.5);
    at += Math.max(1, wait);
    if (isSteady && schedule === first && random() < 0.8) {
      at = Math.max(at, Math.floor(at / first.minutes) * first.minutes + usualOffset) + jitter;
      events.push({ at, does: "check-in" });
    } else {
      events.push(anEvent());
    }
    // Up to two sweeps follow an event; without any, the next one is late.
    for (let sweeps = below(3); sweeps > 0; sweeps -= 1) {
      at += 1 + below(schedule.minutes);
      events.push(aSweep(random() < 0.9 ? "once" : pick(["twice", "together", "dying"])));
    }
  }
  return { schedule: first, plan, events };
}
