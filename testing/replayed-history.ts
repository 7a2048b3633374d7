import { seededRandom } from "./random-history";

/** Attributes of a snitch, as clients send them. */
export type Attributes = Record<string, string | number | null>;

/** What happens, and when, in minutes since 1970. */
export type ReplayedEvent = { at: number } & (
  | { does: "check-in" | "error"; isOfParent?: boolean }
  | { does: "unpause" | "acknowledge" | "sweep" }
  | { does: "snooze"; until: number }
  | { does: "start" | "finish" | "fail"; rid: string | null }
  | { does: "pause"; until: "healthy" | "unpaused" | "time"; endsAt: number | null; evenPending: true }
  | { does: "change"; to: Attributes }
);

/** The history of a snitch that uses everything that decides about notifications. Times are in minutes since 1970. */
export type ReplayedHistory = {
  attributes: Attributes;
  parentAttributes: Attributes;
  /** When no check-in could arrive: nothing happens in it. */
  listeningGaps: { from: number; to: number }[];
  maintenance: { from: number; to: number }[];
  /** The windows of recurring maintenance, in seconds; null for none. */
  maintenanceEvery: number | null;
  events: ReplayedEvent[];
};

/** Schedules of snitches, and about how many minutes apart their times are. */
const SCHEDULES: [attributes: Attributes, minutes: number][] = [
  [{ interval: "30_minute" }, 30],
  [{ interval: "hourly" }, 60],
  [{ interval: "daily" }, 1_440],
  [{ schedule: "*/20 * * * *", timezone: "UTC" }, 20],
  [{ schedule: "5 * * * *", timezone: "Europe/Riga" }, 60],
  [{ schedule: "0 */6 * * *", timezone: "America/New_York" }, 360],
  [{ schedule: "every 45 minutes", timezone: "UTC" }, 45],
];

const STEPS = 60;

/** A random history. The same seed gives the same history. */
export function replayedHistory(seed: number): ReplayedHistory {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const rules = (minutes: number, hasSchedule: boolean): Attributes => ({
    alert_after: pick([1, 1, 2, 3]),
    alert_after_seconds: pick([0, 0, minutes * 90]),
    recover_after: pick([1, 1, 2]),
    remind_every: pick([null, null, "never", minutes * 60]),
    max_runtime: pick([null, minutes * 20, minutes * 40]),
    min_runtime: pick([null, null, 120]),
    expects: pick(["finish", "finish", "start"]),
    ...(hasSchedule && { grace: pick([60, 300, 900]), start_grace: pick([null, null, 180]) }),
  });

  const [schedule, minutes] = pick(SCHEDULES);
  const attributes = { ...schedule, ...rules(minutes, "schedule" in schedule) };
  const parentAttributes = pick([schedule, { interval: "hourly" }]);
  const events: ReplayedEvent[] = [];
  const listeningGaps: ReplayedHistory["listeningGaps"] = [];
  const maintenance: ReplayedHistory["maintenance"] = [];
  let at = Math.floor(Date.UTC(2026, below(10), 1 + below(28)) / 60_000);
  let runs = 0;
  const wait = (most: number) => {
    at += 1 + below(Math.max(1, most));
  };

  const live = (): void => {
    const chance = random();
    if (chance < 0.2) events.push({ at, does: "check-in" });
    else if (chance < 0.28) events.push({ at, does: "error" });
    else if (chance < 0.56) run();
    else if (chance < 0.64) events.push({ at, does: pick(["check-in", "error"]), isOfParent: true });
    else if (chance < 0.68) events.push({ at, does: "acknowledge" });
    else if (chance < 0.7) events.push({ at, does: "snooze", until: at + 1 + below(minutes * 2) });
    else if (chance < 0.75) {
      const until = pick(["healthy", "unpaused", "time"] as const);
      const endsAt = until === "time" ? at + 1 + below(minutes * 3) : null;
      events.push({ at, does: "pause", until, endsAt, evenPending: true });
    } else if (chance < 0.8) events.push({ at, does: "unpause" });
    else if (chance < 0.85) events.push({ at, does: "change", to: rules(minutes, "schedule" in schedule) });
    else if (chance < 0.9) {
      const from = at;
      wait(minutes * 2);
      listeningGaps.push({ from, to: at });
      at += 1;
    } else if (chance < 0.94) maintenance.push({ from: at, to: at + 1 + below(minutes * 2) });
    else wait(minutes * 2);
  };
  /** Runs overlap, have names or none, and some never end. */
  const run = (): void => {
    const rid = random() < 0.3 ? null : `run-${runs}`;
    runs += 1;
    events.push({ at, does: "start", rid });
    if (random() < 0.3) {
      wait(minutes / 2);
      events.push({ at, does: "start", rid: `run-${runs}` });
    }
    sweep();
    wait(minutes / 2);
    if (random() < 0.75) events.push({ at, does: pick(["finish", "finish", "fail"]), rid });
  };
  const sweep = (): void => {
    for (let count = below(3); count > 0; count -= 1) {
      wait(minutes / 2);
      events.push({ at, does: "sweep" });
    }
  };

  for (let step = 0; step < STEPS; step += 1) {
    live();
    sweep();
    wait(random() < 0.7 ? minutes / 2 : minutes * 1.5);
  }
  events.push({ at: at + minutes, does: "sweep" });
  const maintenanceEvery = pick([null, null, minutes * 20]);
  return { attributes, parentAttributes, listeningGaps, maintenance, maintenanceEvery, events };
}
