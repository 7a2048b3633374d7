import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runsFor } from "@/testing/runs";
import {
  ADDED_AT,
  HISTORY_DAYS,
  LOOKS,
  randomSuggestionHistory,
  type SuggestionHistory,
} from "@/testing/suggestion-histories";
import { DAY_MS, HOUR_MS } from "../durations";
import { countFlaps } from "./flaps";
import { staleSince } from "./stale";
import type { Suggested } from "./suggested";
import { SUGGESTION_TITLES } from "./suggestion";
import { type DailyReports, tooOften } from "./too-often";

type Kind = Suggested["kind"];
const KINDS: Kind[] = ["stale", "flaps", "too_often"];

const HISTORIES = runsFor("lib/rules/suggestions/simulation.pure.test.ts");

/** A suggestion isn't repeated within a week. */
const QUIET_MS = 7 * DAY_MS;

/** When each suggestion was made, as far as it was news. */
function listSpoken({ terms, reportsMs, alerts, states }: SuggestionHistory): Record<Kind, number[]> {
  const spoken: Record<Kind, number[]> = { stale: [], flaps: [], too_often: [] };
  const last: Record<Kind, number> = { stale: 0, flaps: 0, too_often: 0 };
  const changes = alerts
    .filter(({ meantFor }) => meantFor !== "nobody")
    .map((alert) => ({ ...alert, isNotified: true, atMs: alert.at.getTime() }));
  const changesMs = changes.map(({ atMs }) => atMs);
  const [changesBefore, changesUntil] = [counter(changesMs), counter(changesMs)];
  const reportsUntil = [0, 1, 2, 3].map(() => counter(reportsMs));
  let state = 0;
  for (const now of LOOKS) {
    const nowMs = now.getTime();
    while ((states[state + 1]?.atMs ?? Number.POSITIVE_INFINITY) <= nowMs) state += 1;
    const { snitch } = states[state] as (typeof states)[number];
    const recent = changes.slice(changesBefore(nowMs - DAY_MS), changesUntil(nowMs));
    const counts = reportsUntil.map((count, days) => count(nowMs - days * DAY_MS));
    const reports = [0, 1, 2].map((day) => (counts[day] ?? 0) - (counts[day + 1] ?? 0)) as DailyReports;
    const isTrue: Record<Kind, boolean> = {
      stale: staleSince({ ...snitch, createdAt: ADDED_AT }, now) !== null,
      flaps: countFlaps(recent) !== null,
      too_often: snitch.status !== "pending" && tooOften(terms, reports, now) !== null,
    };
    for (const suggestion of KINDS) {
      if (!isTrue[suggestion]) continue;
      if (nowMs - last[suggestion] > QUIET_MS) spoken[suggestion].push(nowMs);
      last[suggestion] = nowMs;
    }
  }
  return spoken;
}

/** How many of these times are not after another one, which never gets earlier. */
function counter(sortedMs: number[]) {
  let count = 0;
  return (ms: number): number => {
    while (count < sortedMs.length && (sortedMs[count] as number) <= ms) count += 1;
    return count;
  };
}

const countYears = (histories: number) => (histories * HISTORY_DAYS) / 365;

type Figures = { spoken: number; wrong: number; troubles: number; lateMs: number[] };

function measure(): Record<Kind, Figures> {
  const none = (): Figures => ({ spoken: 0, wrong: 0, troubles: 0, lateMs: [] });
  const figures = { stale: none(), flaps: none(), too_often: none() };
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const history = randomSuggestionHistory(seed);
    const { trouble } = history;
    const spoken = listSpoken(history);
    for (const suggestion of KINDS) {
      const of = figures[suggestion];
      const isOwn = trouble?.suggestion === suggestion;
      const right = spoken[suggestion].filter(
        (atMs) => isOwn && atMs >= trouble.sinceMs && atMs <= trouble.untilMs + DAY_MS,
      );
      of.spoken += spoken[suggestion].length;
      of.wrong += spoken[suggestion].length - right.length;
      if (!isOwn) continue;
      of.troubles += 1;
      if (right[0] !== undefined) of.lateMs.push(right[0] - trouble.sinceMs);
    }
  }
  return figures;
}

function toRow(suggestion: Kind, { spoken, wrong, troubles, lateMs }: Figures): string {
  const sorted = lateMs.toSorted((one, other) => one - other);
  const late = (share: number) => format(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  const inYear = (spoken / countYears(HISTORIES)).toFixed(2);
  const wrongInYear = (wrong / countYears(HISTORIES)).toFixed(3);
  const shareOfTroubles = `${Math.floor((lateMs.length / troubles) * 100)}%`;
  return `| ${SUGGESTION_TITLES[suggestion]} | ${inYear} | ${wrongInYear} | ${shareOfTroubles} | ${late(0.5)} | ${late(0.95)} |`;
}

const format = (ms: number) =>
  ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} h` : `${Math.round(ms / DAY_MS)} days`;

const figures = measure();

test.each(KINDS)(
  "the suggestion %s finds most of what is true, and is wrong once in twenty years at most",
  (suggestion) => {
    const { troubles, lateMs, wrong } = figures[suggestion];
    expect(troubles).toBeGreaterThan(0);
    expect(lateMs.length / troubles).toBeGreaterThan(0.85);
    expect(wrong / countYears(HISTORIES)).toBeLessThan(0.1);
  },
);

test("the table in the documentation is what comes out", ({ skip }) => {
  const rows = KINDS.map((suggestion) => toRow(suggestion, figures[suggestion]));
  if (HISTORIES < 20_000) return skip();
  expect(readFileSync("app/docs/incidents/page.md", "utf8")).toContain(rows.join("\n"));
});
