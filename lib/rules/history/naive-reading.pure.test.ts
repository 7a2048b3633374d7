import { expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/rules/durations";
import { instant, listReports, liveThrough, toTerms } from "@/testing/live-through-reports";
import { readTrace } from "@/testing/naive-reader";
import { pageHistory } from "@/testing/page-history";
import { windowsOfScale } from "./history-scale";
import { matchReports } from "./match-reports";
import { periodOutcome } from "./period-outcome";

const HISTORIES = 100;

test(`${HISTORIES} random histories: each period is what a naive reading says, and of those without a check-in exactly those that were alerted are missed`, () => {
  const kinds = new Set<string>();
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const { schedule, now, ...history } = pageHistory(seed);
    const reports = listReports({ schedule, now, ...history });
    const terms = toTerms(schedule);
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
