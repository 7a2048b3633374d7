import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import type { AlertDraft } from "@/lib/rules/state/alert-draft";
import { applyEvent } from "@/lib/rules/state/apply-event";
import { applyTime } from "@/lib/rules/state/apply-time";
import type { SnitchEvent } from "@/lib/rules/state/snitch-event";
import type { SnitchState } from "@/lib/rules/state/snitch-state";
import type { Suggested } from "@/lib/rules/suggestions/suggested";
import { seededRandom } from "./random-history";
import { aDailySnitch } from "./snitch-state";

export const HISTORY_DAYS = 90;
const start = Date.UTC(2026, 2, 2);
const end = start + HISTORY_DAYS * DAY_MS;

const SCHEDULES = ["*/15 * * * *", "0 * * * *", "0 */6 * * *", "0 3 * * *", "0 3 * * 1"];
const SHARES = [0.005, 0.12, 0.2, 0.6, 0.075];

/** What really is the matter with a job, since when, and until when. */
export type Trouble = { suggestion: Suggested["kind"]; sinceMs: number; untilMs: number };

export type SuggestionHistory = {
  terms: ReturnType<typeof termsOf>;
  /** When each report came, oldest first. */
  reportsMs: number[];
  alerts: AlertDraft[];
  /** What the snitch was from each of these instants on. */
  states: { atMs: number; snitch: SnitchState }[];
  trouble: Trouble | null;
};

const termsOf = (schedule: string) => ({ ...calendarTerms("daily"), schedule });

type Kind = "as ever" | "comes back" | "late" | "failing" | "doubled" | "retired" | "never";

/** A random job of 90 days: most are as ever, with errors, outages of hours and runs by hand; some have a trouble. */
export function randomSuggestionHistory(seed: number): SuggestionHistory {
  const random = seededRandom(seed);
  const pick = <Value>(values: readonly Value[], shares: number[]): Value => {
    let rest = random();
    return values.find((_, i) => (rest -= shares[i] ?? 0) < 0) ?? (values[0] as Value);
  };
  const terms = termsOf(pick(SCHEDULES, SHARES));
  const { gaps, graceMs, nextTick } = compileSchedule(terms);
  const kind = pick<Kind>(
    ["as ever", "comes back", "late", "failing", "doubled", "retired", "never"],
    [0.64, 0.02, 0.08, 0.04, 0.08, 0.1, 0.04],
  );
  const sinceMs = start + (10 + random() * 40) * DAY_MS;
  const lastsMs = (kind === "comes back" ? 22 + random() * 15 : 3 + random() * 20) * DAY_MS;
  const isIn = (atMs: number) => atMs >= sinceMs && atMs < sinceMs + lastsMs;
  const reports: { atMs: number; isError: boolean }[] = [];
  const errors = Math.min(gaps.shortestMs / (4 * DAY_MS), 0.01);
  let outageUntilMs = 0;
  for (let tickMs = nextTick(start); tickMs < end && kind !== "never"; tickMs += gaps.shortestMs) {
    if (kind === "retired" && tickMs >= sinceMs) break;
    if (kind === "comes back" && isIn(tickMs)) continue;
    if (random() < Math.min(gaps.shortestMs / (30 * DAY_MS), 0.03))
      outageUntilMs = tickMs + random() * 6 * HOUR_MS;
    if (tickMs < outageUntilMs) continue;
    const usualMs = Math.min(random() * graceMs, 10 * MINUTE_MS) * 0.9;
    const isLate = kind === "late" && isIn(tickMs) && random() < 0.6;
    const atMs = tickMs + (isLate ? graceMs + DEADLINE_ALLOWANCE_MS + random() * graceMs : usualMs);
    reports.push({ atMs, isError: random() < (kind === "failing" && isIn(tickMs) ? 0.5 : errors) });
    if (kind === "doubled" && tickMs >= sinceMs)
      reports.push({ atMs: tickMs + random() * MINUTE_MS, isError: false });
    // Someone runs it by hand, once or a few times.
    if (random() < gaps.shortestMs / (20 * DAY_MS))
      for (let again = random() * 3; again > 0; again -= 1)
        reports.push({ atMs: atMs + random() * 2 * HOUR_MS, isError: random() < 0.3 });
  }
  reports.sort((one, other) => one.atMs - other.atMs);
  return {
    terms,
    reportsMs: reports.map(({ atMs }) => atMs),
    ...live(terms, reports),
    trouble: troubleOf(
      kind,
      { sinceMs, untilMs: kind === "late" || kind === "failing" ? sinceMs + lastsMs : end },
      gaps.shortestMs,
    ),
  };
}

/** A job with fewer than nine runs a day cannot flap, and of one with less than a run a day no one knows in a day that it is doubled. */
function troubleOf(kind: Kind, times: Omit<Trouble, "suggestion">, gapMs: number): Trouble | null {
  if (kind === "retired") return { suggestion: "stale", ...times };
  if (kind === "never") return { suggestion: "stale", ...times, sinceMs: start };
  if (kind === "doubled" && gapMs <= DAY_MS) return { suggestion: "too_often", ...times };
  return (kind === "late" || kind === "failing") && gapMs <= HOUR_MS
    ? { suggestion: "flaps", ...times }
    : null;
}

/** Applies reports by the product's own rules, as if a sweep had run at every deadline. */
function live(terms: ReturnType<typeof termsOf>, reports: { atMs: number; isError: boolean }[]) {
  let snitch: SnitchState = { ...aDailySnitch(terms), status: "pending", deadline: null };
  const alerts: AlertDraft[] = [];
  const states = [{ atMs: start, snitch }];
  const add = (atMs: number, { snitch: after, alerts: raised }: ReturnType<typeof applyEvent>) => {
    if (after.status !== snitch.status) states.push({ atMs, snitch: after });
    snitch = after;
    alerts.push(...raised);
  };
  const sweepUntil = (untilMs: number) => {
    for (let { deadline } = snitch; deadline; { deadline } = snitch) {
      const sweptAt = new Date(deadline.getTime() + DEADLINE_ALLOWANCE_MS);
      if (sweptAt.getTime() > untilMs) return;
      add(sweptAt.getTime(), applyTime(snitch, sweptAt, []));
    }
  };
  for (const { atMs, isError } of reports) {
    sweepUntil(atMs);
    const report = { at: new Date(atMs), exitStatus: isError ? "1" : "", message: "" };
    const event: SnitchEvent = { kind: isError ? "reported_error" : "checked_in", ...report };
    add(atMs, applyEvent(snitch, event, []));
  }
  sweepUntil(end);
  return { alerts, states };
}

/** When suggestions are looked for: every six hours. */
export const LOOKS: Date[] = Array.from(
  { length: HISTORY_DAYS * 4 },
  (_, look) => new Date(start + (look + 1) * 6 * HOUR_MS),
);

/** When the snitch was added. */
export const ADDED_AT = new Date(start);
