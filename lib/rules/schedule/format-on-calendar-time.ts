import { findStep, formatValueList, listed } from "./format-values";
import type { OnCalendar } from "./on-calendar";

/** Up to this many times of a day are listed one by one. */
const MAX_TIMES = 6;

/** “At 02:30 and 03:30”, “Every 15 minutes from 09:00 to 17:45”. */
export function formatOnCalendarTime({ hours, minutes, seconds }: OnCalendar): string {
  const [minute] = minutes;
  const onTheMinute = seconds.length === 1 && seconds[0] === 0;
  if (hours.length * minutes.length * seconds.length <= MAX_TIMES)
    return listOfTimes(hours, minutes, seconds);
  if (!onTheMinute) return formatSeconds(hours, minutes, seconds);
  if (minutes.length > 1) return formatMinutes(hours, minutes);
  if (hours.length === 24) return minute === 0 ? "Every hour" : `At minute ${minute} of every hour`;
  const step = findStep(hours);
  if (!step) return listOfTimes(hours, minutes, seconds);
  const [first, last] = [clock(hours[0], minute), clock(hours.at(-1), minute)];
  return `${every(step, "hour")} from ${first} to ${last}`;
}

function formatMinutes(hours: number[], minutes: number[]): string {
  const step = wholeCycle(minutes);
  const [first, last] = [clock(hours[0], minutes[0]), clock(hours.at(-1), minutes.at(-1))];
  if (!step) return `At ${numbers("minute", minutes)} of ${allOr("hour", hours, 24)}`;
  if (hours.length === 24) return every(step, "minute");
  if (hours.length === 1 || findStep(hours) === 1) return `${every(step, "minute")} from ${first} to ${last}`;
  return `${every(step, "minute")} of ${numbers("hour", hours)}`;
}

function formatSeconds(hours: number[], minutes: number[], seconds: number[]): string {
  const step = wholeCycle(seconds);
  const start = step ? every(step, "second") : `At ${numbers("second", seconds)}`;
  const isEveryMinute = hours.length === 24 && minutes.length === 60;
  if (isEveryMinute) return step ? start : `${start} of every minute`;
  return `${start} of ${allOr("minute", minutes, 60)} of ${allOr("hour", hours, 24)}`;
}

function listOfTimes(hours: number[], minutes: number[], seconds: number[]): string {
  const onTheMinute = seconds.every((second) => second === 0);
  const times = hours.flatMap((hour) =>
    minutes.flatMap((minute) =>
      seconds.map((second) => clock(hour, minute) + (onTheMinute ? "" : `:${twoDigits(second)}`)),
    ),
  );
  return `At ${listed(times, "and")}`;
}

/** The step of values that go round the clock from 0, as 0, 15, 30 and 45 do. Null if they do not. */
function wholeCycle(values: number[]): number | null {
  const step = values.length > 1 ? findStep(values) : null;
  return step !== null && values[0] === 0 && step * values.length === 60 ? step : null;
}

const every = (step: number, unit: string) => (step === 1 ? `Every ${unit}` : `Every ${step} ${unit}s`);

const numbers = (unit: string, values: number[]) =>
  `${unit}${values.length === 1 ? "" : "s"} ${formatValueList(values, String, "and")}`;

const allOr = (unit: string, values: number[], count: number) =>
  values.length === count ? `every ${unit}` : numbers(unit, values);

const twoDigits = (value: number) => String(value).padStart(2, "0");
const clock = (hour = 0, minute = 0) => `${twoDigits(hour)}:${twoDigits(minute)}`;
