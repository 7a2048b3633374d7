import { expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/rules/durations";
import { NO_RUN_TERMS } from "@/lib/rules/runs/terms";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { calendarTerms, type ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { applyEvent } from "@/lib/rules/state/apply-event";
import { applyTime } from "@/lib/rules/state/apply-time";
import { PENDING, type SnitchState } from "@/lib/rules/state/snitch-state";
import type { Transition } from "@/lib/rules/state/transition";
import { readTrace, type TracedAlert } from "@/testing/naive-reader";
import { type PageHistory, type PageReport, pageHistory } from "@/testing/page-history";
import { windowsOfScale } from "./history-scale";
import { matchReports } from "./match-reports";
import { periodOutcome } from "./period-outcome";

const HISTORIES = 100;

const instant = (minute: number) => new Date(minute * MINUTE_MS);

/** Those of its check-ins that came when they happened. */
const listReports = ({ events }: PageHistory): PageReport[] =>
  events.flatMap((event) => {
    if (event.does === "run") return [{ at: event.at, isError: event.isError }];
    const isReport = event.does === "check-in" || event.does === "error";
    return isReport ? [{ at: event.at, isError: event.does === "error" }] : [];
  });

/** Lives through the check-ins; a miss is noticed as soon as it is decided. */
function liveThrough(terms: ScheduleTerms, reports: PageReport[], now: number) {
  let state: SnitchState = { ...terms, ...NO_RUN_TERMS, alertType: "basic", ...PENDING };
  const alerts: TracedAlert[] = [];
  const take = ({ snitch, alerts: raised }: Transition) => {
    state = snitch;
    for (const { kind, at } of raised) alerts.push({ kind, at: at.getTime() / MINUTE_MS });
  };
  const passTime = (until: Date) => {
    for (;;) {
      const decidedAt = state.deadline && new Date(state.deadline.getTime() + DEADLINE_ALLOWANCE_MS);
      if (!decidedAt || decidedAt > until) return;
      take(applyTime(state, decidedAt, []));
    }
  };
  for (const { at, isError } of reports) {
    passTime(instant(at));
    const report = { at: instant(at), exitStatus: isError ? "1" : "0", message: "" };
    take(applyEvent(state, { kind: isError ? "reported_error" : "checked_in", ...report }, []));
  }
  passTime(instant(now));
  return { state, alerts };
}

test(`${HISTORIES} random histories: each period is what a naive reading says, and of those without a check-in exactly those that were alerted are missed`, () => {
  const kinds = new Set<string>();
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const { schedule, now, ...history } = pageHistory(seed);
    const reports = listReports({ schedule, now, ...history });
    const { attributes } = schedule;
    const terms = (
      "interval" in attributes
        ? calendarTerms(attributes.interval as never)
        : { ...calendarTerms("hourly"), ...attributes }
    ) as ScheduleTerms;
    const { state, alerts } = liveThrough(terms, reports, now);
    const events = reports.map(({ at, isError }) => ({
      at,
      does: isError ? ("error" as const) : ("check-in" as const),
    }));
    const expected = readTrace({ schedule, now, events, maintenance: [], alerts });
    const windows = windowsOfScale(terms, "periods", instant(now));
    const misses = alerts.flatMap(({ kind, at }) => (kind === "missing" ? [instant(at)] : []));
    const plain = reports.map(({ at, isError }) => ({ atMs: at * MINUTE_MS, isError, isExcused: false }));
    const matched = matchReports(windows, plain, misses);
    const [first] = reports;
    const facts = { ...state, firstSignalAt: first ? instant(first.at) : null, rescheduledAt: null };
    const outcomes = windows.map((window, i) => {
      const report = matched[i];
      return (
        report && periodOutcome(window, report, { ...facts, pauses: [], missedAt: [] }, [], instant(now))
      );
    });
    expect(outcomes, `seed ${seed}`).toEqual(expected.slots.map(({ outcome }) => outcome));
    const dues = new Set(misses.map((at) => at.getTime()));
    const missed = windows.filter((_, i) => outcomes[i] === "missed").map(({ dueAt }) => dueAt.getTime());
    // A scheduled run that came after its alert is what it reported.
    const alerted = windows.flatMap(({ dueAt }, i) =>
      dues.has(dueAt.getTime()) && !matched[i]?.checkedInAt ? [dueAt.getTime()] : [],
    );
    expect(missed, `seed ${seed}`).toEqual(alerted);
    for (const outcome of outcomes) if (outcome) kinds.add(outcome);
  }
  expect([...kinds].sort()).toEqual(["errored", "healthy", "late", "missed", "open", "quiet"]);
});
