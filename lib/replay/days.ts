import type { PastAlert, SnitchReplay } from "./replay-snitch";
import type { ReplayedAlert } from "./simulated-history";

/** A UTC day of a replay: of how many misses and errors people would have been notified, would not have been, and were. */
export type DayOfReplay = { day: string; wouldNotify: number; wouldNotNotify: number; notified: number };

/** The days with at least one miss or error, oldest first. */
export function listDays({ replayed, raised }: Pick<SnitchReplay, "replayed" | "raised">): DayOfReplay[] {
  const days = new Map<string, DayOfReplay>();
  const findDay = (at: Date): DayOfReplay => {
    const day = at.toISOString().slice(0, 10);
    const counts = days.get(day) ?? { day, wouldNotify: 0, wouldNotNotify: 0, notified: 0 };
    days.set(day, counts);
    return counts;
  };
  for (const { at, isNotified } of replayed.filter(isFailing))
    findDay(at)[isNotified ? "wouldNotify" : "wouldNotNotify"] += 1;
  for (const { at, isNotified } of raised.filter(isFailing)) if (isNotified) findDay(at).notified += 1;
  return [...days.values()].sort((one, other) => one.day.localeCompare(other.day));
}

/** The misses and errors of one day, oldest first. */
export type ReplayedDay = {
  start: Date;
  end: Date;
  wouldNotify: ReplayedAlert[];
  wouldNotNotify: ReplayedAlert[];
  notified: PastAlert[];
};

/** The same for each of these days, which follow each other. What happened on none of them is left out. */
export function replayedOn(
  days: { start: Date; end: Date }[],
  { replayed, raised }: Pick<SnitchReplay, "replayed" | "raised">,
): ReplayedDay[] {
  const replay = days.map(
    (day): ReplayedDay => ({ ...day, wouldNotify: [], wouldNotNotify: [], notified: [] }),
  );
  const findDay = (at: Date) => replay.find(({ start, end }) => at >= start && at < end);
  for (const alert of replayed.filter(isFailing))
    findDay(alert.at)?.[alert.isNotified ? "wouldNotify" : "wouldNotNotify"].push(alert);
  for (const alert of raised.filter(isFailing)) if (alert.isNotified) findDay(alert.at)?.notified.push(alert);
  return replay;
}

/** Whether another number of alerts would have been sent on a day than were. */
export const isDifferent = ({ wouldNotify, notified }: ReplayedDay) => wouldNotify.length !== notified.length;

const isFailing = ({ kind }: { kind: string }) => kind === "missing" || kind === "errored";
