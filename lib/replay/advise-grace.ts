import { MINUTE_MS } from "@/lib/rules/durations";
import type { Settings } from "@/lib/rules/incidents/settings";
import type { CheckIn } from "@/lib/rules/reports/check-in";
import { isOnlyKept } from "@/lib/rules/runs/signal";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { maxGraceMinutes } from "./smallest-grace";

/** Fewer runs than these say too little to suggest a grace. */
export const MIN_RUNS = 20;

/** Added to the delay that 99 of 100 runs stay within. */
const MARGIN = 1.2;

/** With so few runs no one knows what is usual. */
const MIN_USUAL = 3;

/**
 * Which grace fits what is known. `no_effect`: these settings do not use one. `none_fits`: it would be longer than the time
 * between two runs.
 */
export type GraceAdvice =
  | { kind: "no_effect"; because: "interval" | "start_grace" | "smart" }
  | { kind: "too_few_runs"; runs: number }
  | { kind: "none_fits"; runs: number }
  | { kind: "grace"; minutes: number; runs: number; p99Ms: number };

/** How late each of these runs was, and what follows for the grace of these settings. */
export function adviseGrace(settings: Settings, delaysMs: number[]): GraceAdvice {
  if (settings.schedule === null) return { kind: "no_effect", because: "interval" };
  if (settings.startGrace !== null) return { kind: "no_effect", because: "start_grace" };
  if (settings.alertType === "smart") return { kind: "no_effect", because: "smart" };
  const runs = delaysMs.length;
  if (runs < MIN_RUNS) return { kind: "too_few_runs", runs };
  const p99Ms = quantile(delaysMs, 0.99);
  const minutes = Math.max(Math.ceil((p99Ms * MARGIN) / MINUTE_MS), 1);
  return minutes > maxGraceMinutes(settings)
    ? { kind: "none_fits", runs }
    : { kind: "grace", minutes, runs, p99Ms };
}

/** A grace that is shorter than the job usually takes: it alerts although the job runs as ever. */
export type TooShortGrace = { graceMs: number; usualMs: number };

/** Null if the grace of these settings is long enough for half of the runs, if it has no effect, or if too few runs are known. */
export function findTooShortGrace(settings: Settings, delaysMs: number[]): TooShortGrace | null {
  if (adviseGrace(settings, delaysMs).kind === "no_effect" || delaysMs.length < MIN_USUAL) return null;
  const { graceMs } = compileSchedule(settings);
  const usualMs = quantile(delaysMs, 0.5);
  return usualMs > graceMs ? { graceMs, usualMs } : null;
}

/**
 * How long after its time each run reported first, in milliseconds, 0 if it was early, oldest first. A job that reports its starts
 * is waited for until then. With “every”, the time of a run is a period after the report before it.
 */
export function listDelaysMs(terms: ScheduleTerms, checkIns: CheckIn[], since: Date): number[] {
  const { kind, matchTick, nextTick } = compileSchedule(terms);
  const delaysMs: number[] = [];
  let lastMs: number | null = null;
  for (const { at, signal } of checkIns) {
    if (signal && isOnlyKept(signal)) continue;
    const atMs = at.getTime();
    const expectedMs: number | null = kind === "every" ? lastMs && nextTick(lastMs) : matchTick(atMs);
    const isFirst = kind === "every" ? expectedMs !== null : expectedMs !== lastMs;
    if (isFirst && expectedMs !== null && at >= since) delaysMs.push(Math.max(atMs - expectedMs, 0));
    lastMs = kind === "every" ? atMs : expectedMs;
  }
  return delaysMs;
}

/** The smallest value that this share of all is not above. */
function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}
