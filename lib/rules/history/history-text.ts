import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { formatDuration } from "@/lib/rules/format-duration";
import { hasRunTimes } from "@/lib/rules/schedule/has-run-times";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import type { AlertKind } from "@/lib/rules/state/alert-draft";
import type { Status } from "@/lib/rules/state/snitch-state";
import { healthyPercent, knownPeriods, type PeriodCounts } from "./period-counts";
import type { PeriodOutcome } from "./period-outcome";

/** What people call each status, on every page and in every email. `late` is not stored: see `isLate`. */
export const STATUS_LABELS: Record<Status | "late", string> = {
  pending: "Pending",
  healthy: "Healthy",
  late: "Late",
  failed: "Missing",
  errored: "Errored",
  paused: "Paused",
};

/** Why the outcome of a period is unknown. */
export const NOT_LISTENING = "Tattle was not listening";

/** What people call each outcome of a period. */
export const OUTCOME_LABELS: Record<PeriodOutcome, string> = {
  healthy: "healthy",
  errored: "errored",
  missed: "missed",
  late: "late",
  unknown: `unknown, because ${NOT_LISTENING}`,
  paused: "paused",
  excused: "excused by maintenance",
  quiet: "no check-in expected",
  open: "not due yet",
};

/** What a window of time is called: a stretch that waits for one check-in, or a run that a schedule expects at a fixed time. */
export type WindowUnit = "period" | "scheduled run";

export const chooseWindowUnit = (terms: ScheduleTerms): WindowUnit =>
  hasRunTimes(terms) ? "scheduled run" : "period";

/**
 * “44 of 47 periods were healthy, 1 errored, 2 missed”, or “1 period, errored”. Empty if no period is known. `lateMs`: how long after
 * their ends the late ones were followed by a check-in.
 */
export function formatCounts(
  counts: PeriodCounts,
  unit: WindowUnit = "period",
  lateMs: number[] = [],
): string {
  const periods = knownPeriods(counts);
  if (periods === 0) return "";
  const { healthy, errored, missed, late } = counts;
  const isKnown = late > 0 && lateMs.length === late;
  const after = isKnown ? ` (${formatLateness(Math.max(...lateMs), late)})` : "";
  if (periods === 1)
    return `1 ${unit}, ${healthy ? "healthy" : errored ? "errored" : missed ? "missed" : `late${after}`}`;
  return [
    `${number(healthy)} of ${number(periods)} ${unit}s ${healthy === 1 ? "was" : "were"} healthy`,
    errored > 0 && `${number(errored)} errored`,
    missed > 0 && `${number(missed)} missed`,
    late > 0 && `${number(late)} late${after}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** “checked in 10 s after its end”; for several periods, “checked in up to 40 s after their end”. */
export function formatLateness(longestMs: number, periods = 1): string {
  const end = periods === 1 ? "its end" : "their end";
  if (longestMs < SECOND_MS) return `checked in right after ${end}`;
  return `checked in ${periods === 1 ? "" : "up to "}${formatLength(longestMs)} after ${end}`;
}

/** “10 s late for the previous period” */
export const formatLateBefore = (lateMs: number): string =>
  `${lateMs < SECOND_MS ? "just" : formatLength(lateMs)} late for the previous period`;

const formatLength = (ms: number) =>
  ms < MINUTE_MS ? `${Math.floor(ms / SECOND_MS)} s` : formatDuration(ms);

/**
 * “44 of 47 periods were healthy, 1 errored, 2 missed. 3 unknown, because Tattle was not listening. 2 excused by
 * maintenance.”
 */
export function countsSentence(
  counts: PeriodCounts,
  unit: WindowUnit = "period",
  lateMs: number[] = [],
): string {
  const { unknown, excused } = counts;
  const text = formatCounts(counts, unit, lateMs);
  const apart = [
    unknown > 0 && { count: unknown, verb: unknown === 1 ? "is" : "are", text: OUTCOME_LABELS.unknown },
    excused > 0 && { count: excused, verb: excused === 1 ? "was" : "were", text: OUTCOME_LABELS.excused },
  ].filter((one) => one !== false);
  if (!text && apart.length === 0) return "No check-in was expected during this time.";
  const sentences = apart.map(({ count, verb, text: label }, i) => {
    if (text || i > 0) return `${number(count)} ${label}.`;
    return `${number(count)} ${unit}${count === 1 ? "" : "s"} ${verb} ${label}.`;
  });
  return [text && `${text}.`, ...sentences].filter(Boolean).join(" ");
}

/** How long something was failing, and how much of that was maintenance. */
export type OpenTime = { openMs: number; maintenanceMs: number };

/** The incidents that were open in a range of time. A snitch has at most one open incident. */
export type IncidentFigures = OpenTime & { count: number; isOneOpen: boolean };

/** “97.9% of periods healthy, 2 incidents (5 minutes, 3 of them in maintenance), one still open”. Empty if no period is known and there was no incident. */
export function formatFigures(
  counts: PeriodCounts,
  incidents: IncidentFigures,
  unit: WindowUnit = "period",
): string {
  const percent = healthyPercent(counts);
  if (percent === null && incidents.count === 0) return "";
  return [percent !== null && `${percent}% of ${unit}s healthy`, formatIncidents(incidents)]
    .filter(Boolean)
    .join(", ");
}

function formatIncidents({ count, isOneOpen, openMs, maintenanceMs }: IncidentFigures): string {
  if (count === 0) return "no incidents";
  const time = openMs > 0 ? ` (${formatOpenTime({ openMs, maintenanceMs })})` : "";
  if (count === 1) return `1 ${isOneOpen ? "open " : ""}incident${time}`;
  return `${number(count)} incidents${time}${isOneOpen ? ", one still open" : ""}`;
}

/** “5 minutes, 3 of them in maintenance”, “1 h 38 min, 20 minutes of it in maintenance” */
export function formatOpenTime({ openMs, maintenanceMs }: OpenTime): string {
  const whole = formatDuration(openMs);
  if (maintenanceMs <= 0) return whole;
  if (maintenanceMs >= openMs) return `${whole}, all in maintenance`;
  const isInMinutes = openMs < HOUR_MS && maintenanceMs >= MINUTE_MS;
  const part = isInMinutes
    ? `${Math.floor(maintenanceMs / MINUTE_MS)} of them`
    : `${formatDuration(maintenanceMs)} of it`;
  return `${whole}, ${part} in maintenance`;
}

/** From this length on, a range is given in months. */
const MONTHS_FROM_MS = 60 * DAY_MS;
const MONTH_MS = (365.2425 / 12) * DAY_MS;

/** “hour”, “48 hours”, “48 months”: what follows “Last …”. */
export const formatRange = (rangeMs: number): string =>
  rangeMs < MONTHS_FROM_MS
    ? formatDuration(rangeMs).replace(/^1 /, "")
    : `${number(Math.round(rangeMs / MONTH_MS))} months`;

const number = (count: number) => count.toLocaleString("en");

/** The status of a snitch after an alert. */
export const ALERTED_STATUS: Record<AlertKind, Status> = {
  missing: "failed",
  errored: "errored",
  reporting: "healthy",
  paused: "paused",
};

/** What an alert is about, in a word or two. `from`: the status before; it ends something also after a pause. */
export function alertWord(kind: AlertKind, from: Status): string {
  if (kind !== "reporting") return STATUS_LABELS[ALERTED_STATUS[kind]];
  return from === "pending" ? "First check-in" : "Recovered";
}
