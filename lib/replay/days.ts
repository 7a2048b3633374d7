import type { SnitchReplay } from "./replay-snitch";

/** A UTC day of a replay: how many misses and errors would have been told, would not have been, and were told. */
export type DayOfReplay = { day: string; wouldTell: number; wouldNotTell: number; told: number };

/** The days with at least one miss or error, oldest first. */
export function daysOf({ replayed, raised }: Pick<SnitchReplay, "replayed" | "raised">): DayOfReplay[] {
  const days = new Map<string, DayOfReplay>();
  const dayOf = (at: Date): DayOfReplay => {
    const day = at.toISOString().slice(0, 10);
    const found = days.get(day) ?? { day, wouldTell: 0, wouldNotTell: 0, told: 0 };
    days.set(day, found);
    return found;
  };
  for (const { at, isTold } of replayed.filter(isBad)) dayOf(at)[isTold ? "wouldTell" : "wouldNotTell"] += 1;
  for (const { at, isTold } of raised.filter(isBad)) if (isTold) dayOf(at).told += 1;
  return [...days.values()].sort((one, other) => one.day.localeCompare(other.day));
}

const isBad = ({ kind }: { kind: string }) => kind === "missing" || kind === "errored";
