import { type GraceAdvice, MIN_RUNS, type TooShortGrace } from "@/lib/replay/advise-grace";
import { MINUTE_MS } from "@/lib/rules/durations";
import type { Settings } from "@/lib/rules/incidents/settings";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { formatMargin } from "@/lib/rules/schedule/margin-text";

/** The settings with another grace, in minutes. */
export const withGrace = (settings: Settings, minutes: number): Settings => ({
  ...settings,
  grace: minutes * 60,
});

/** The grace of settings in minutes, which may be the default. */
export const computeGraceMinutes = (settings: Settings) => compileSchedule(settings).graceMs / MINUTE_MS;

/** What is suggested, and what it is known from; or why nothing is. */
export function adviceSentence(advice: GraceAdvice, days: number): string {
  switch (advice.kind) {
    case "no_effect":
      return NO_EFFECT[advice.because];
    case "too_few_runs":
      return `A grace is suggested once there are ${MIN_RUNS} runs; the last ${days} days have ${advice.runs}.`;
    case "none_fits":
      return `No grace fits: in the last ${days} days the job was later than the time between two runs. Try another schedule.`;
    case "grace": {
      const longest = formatMargin(Math.ceil(advice.p99Ms / 1_000));
      const runs = advice.runs.toLocaleString("en");
      return `${formatMargin(advice.minutes * 60)}: 99% of ${runs} runs in the last ${days} days reported within ${longest} of their time, and a fifth is added as a margin.`;
    }
  }
}

const NO_EFFECT = {
  interval: "An interval has no grace: the job may check in at any time in its period.",
  start_grace: "Runs of this snitch have their own limit for a late start. It replaces the grace.",
  smart: "With smart alerts a grace has no effect: the deadline follows the usual time of the job.",
};

/** What the search for the smallest grace has found. `minutes` is null if there is none. */
export const smallestGraceSentence = (minutes: number | null, days: number): string =>
  minutes === null
    ? `No grace would have avoided all false alarms in the last ${days} days.`
    : `The smallest grace without a false alarm, which is an alert about a run that only came late, would have been ${formatMargin(minutes * 60)}.`;

/** Says that a grace ends before the job usually reports. */
export const tooShortSentence = ({ graceMs, usualMs }: TooShortGrace): string =>
  `These settings alert ${graceMs === 0 ? "at the time of a run" : `${format(graceMs)} after the time of a run`}, but the job usually reports ${format(usualMs)} after it.`;

const format = (ms: number) => formatMargin(Math.ceil(ms / 1_000));
