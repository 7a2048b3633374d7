import { SECOND_MS } from "../durations";

/** Times of the day on certain days, in local time. Each list is ascending and not empty. */
export type CivilPattern = {
  hours: number[];
  minutes: number[];
  seconds: number[];
  /** The days of this month (1 = January) that are included, ascending. */
  listDays(year: number, month: number): number[];
};

/** A time that is further away never happens: patterns with years have none outside of 1970 to 2199. */
const MAX_MONTHS = 300 * 12;

const DAY_S = 86_400;

/** The first time of the pattern that is later than this local time (see `zone-time`). Null if there is none for 300 years. */
export function nextCivilTime(pattern: CivilPattern, afterMs: number): number | null {
  const fromMs = (Math.floor(afterMs / SECOND_MS) + 1) * SECOND_MS;
  const from = new Date(fromMs);
  let [year, month, day] = [from.getUTCFullYear(), from.getUTCMonth() + 1, from.getUTCDate()];
  let time = firstTime(pattern, Math.floor(fromMs / SECOND_MS) - Date.UTC(year, month - 1, day) / SECOND_MS);
  if (time === null) {
    day += 1;
    time = firstTime(pattern, 0);
  }
  for (let months = 0; months < MAX_MONTHS; months += 1) {
    for (const matching of pattern.listDays(year, month)) {
      if (matching < day) continue;
      const isFirstDay = months === 0 && matching === day;
      const seconds = isFirstDay ? time : firstTime(pattern, 0);
      return Date.UTC(year, month - 1, matching) + (seconds as number) * SECOND_MS;
    }
    day = 1;
    time = firstTime(pattern, 0);
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
  }
  return null;
}

/** The last time of the pattern that is earlier than this local time. Null if there was none for 300 years. */
export function previousCivilTime(pattern: CivilPattern, beforeMs: number): number | null {
  const untilMs = (Math.ceil(beforeMs / SECOND_MS) - 1) * SECOND_MS;
  const until = new Date(untilMs);
  let [year, month, day] = [until.getUTCFullYear(), until.getUTCMonth() + 1, until.getUTCDate()];
  let time = lastTime(pattern, Math.floor(untilMs / SECOND_MS) - Date.UTC(year, month - 1, day) / SECOND_MS);
  if (time === null) {
    day -= 1;
    time = lastTime(pattern, DAY_S);
  }
  for (let months = 0; months < MAX_MONTHS; months += 1) {
    for (const matching of pattern.listDays(year, month).toReversed()) {
      if (matching > day) continue;
      const isFirstDay = months === 0 && matching === day;
      const seconds = isFirstDay ? time : lastTime(pattern, DAY_S);
      return Date.UTC(year, month - 1, matching) + (seconds as number) * SECOND_MS;
    }
    day = 31;
    time = lastTime(pattern, DAY_S);
    [year, month] = month === 1 ? [year - 1, 12] : [year, month - 1];
  }
  return null;
}

/** The first time of the day that is not before this one, both in seconds since midnight. Null if it is over for the day. */
function firstTime({ hours, minutes, seconds }: CivilPattern, from: number): number | null {
  const [hour, minute, second] = toClockTime(from);
  for (const h of hours) {
    if (h < hour) continue;
    if (h > hour) return toSeconds(h, minutes[0], seconds[0]);
    for (const m of minutes) {
      if (m < minute) continue;
      if (m > minute) return toSeconds(h, m, seconds[0]);
      const s = seconds.find((candidate) => candidate >= second);
      if (s !== undefined) return toSeconds(h, m, s);
    }
  }
  return null;
}

/** The last time of the day that is not after this one, both in seconds since midnight. Null if it is before the first. */
function lastTime({ hours, minutes, seconds }: CivilPattern, until: number): number | null {
  const [hour, minute, second] = toClockTime(until);
  for (const h of hours.toReversed()) {
    if (h > hour) continue;
    if (h < hour) return toSeconds(h, minutes.at(-1), seconds.at(-1));
    for (const m of minutes.toReversed()) {
      if (m > minute) continue;
      if (m < minute) return toSeconds(h, m, seconds.at(-1));
      const s = seconds.findLast((candidate) => candidate <= second);
      if (s !== undefined) return toSeconds(h, m, s);
    }
  }
  return null;
}

const toClockTime = (seconds: number): [number, number, number] => [
  Math.floor(seconds / 3_600),
  Math.floor(seconds / 60) % 60,
  seconds % 60,
];

const toSeconds = (hour: number, minute = 0, second = 0) => hour * 3_600 + minute * 60 + second;
