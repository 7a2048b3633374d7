import type { ReplayedAlert } from "./life";
import type { PastAlert, SnitchReplay } from "./replay-snitch";

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

/** The misses and errors of one day, oldest first. */
export type ReplayedDay = {
  start: Date;
  end: Date;
  wouldTell: ReplayedAlert[];
  wouldNotTell: ReplayedAlert[];
  told: PastAlert[];
};

/** The same for each of these days, which follow each other. What happened on none of them is left out. */
export function replayedOn(
  days: { start: Date; end: Date }[],
  { replayed, raised }: Pick<SnitchReplay, "replayed" | "raised">,
): ReplayedDay[] {
  const found = days.map((day): ReplayedDay => ({ ...day, wouldTell: [], wouldNotTell: [], told: [] }));
  const dayOf = (at: Date) => found.find(({ start, end }) => at >= start && at < end);
  for (const alert of replayed.filter(isBad))
    dayOf(alert.at)?.[alert.isTold ? "wouldTell" : "wouldNotTell"].push(alert);
  for (const alert of raised.filter(isBad)) if (alert.isTold) dayOf(alert.at)?.told.push(alert);
  return found;
}

/** Whether another number of alerts would have been sent on a day than were. */
export const isDifferent = ({ wouldTell, told }: ReplayedDay) => wouldTell.length !== told.length;

const isBad = ({ kind }: { kind: string }) => kind === "missing" || kind === "errored";
