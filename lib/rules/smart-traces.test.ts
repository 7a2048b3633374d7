import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { randomOf } from "@/lib/testing/random-history";
import { aDailySnitch } from "@/lib/testing/snitch-state";
import type { AlertDraft } from "./alert-draft";
import { applyEvent } from "./apply-event";
import { applyTime } from "./apply-time";
import type { SnitchEvent } from "./snitch-event";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DAYS = 84;
const monday = new Date("2026-03-02T00:00Z");

/** A trace names the minutes of a day at which a daily job checked in, for each of twelve weeks. */
type Trace = (day: number, random: () => number) => number[];

const at = (hour: number, minute: number) => hour * 60 + minute;

/** As they are recorded from real jobs. */
const TRACES: Record<string, Trace> = {
  "steady, at 03:05": (_, random) => [at(3, 2) + random() * 9],
  "jittery, from 02:00 to 05:00": (_, random) => [at(2, 0) + random() * 180],
  "drifting, a minute later each day": (day, random) => [at(3, 0) + day + random() * 5],
  "two a day, at 06:00 and 18:00": (_, random) => [at(6, 0) + random() * 10, at(18, 0) + random() * 10],
  "on weekdays only, at 07:30": (day, random) => (day % 7 < 5 ? [at(7, 30) + random() * 10] : []),
  "straddling midnight": (_, random) => [random() * 20 - 10],
};

/** Those whose habit smart may trust: it must never tell of a miss where basic would not. */
const resilientPool = [
  "steady, at 03:05",
  "drifting, a minute later each day",
  "two a day, at 06:00 and 18:00",
];

const checkInsOf = (trace: Trace, days: number): Date[] => {
  const random = randomOf(7);
  const minutes = Array.from({ length: days }, (_, day) =>
    trace(day, random).map((minute) => day * 1_440 + minute),
  );
  return minutes
    .flat()
    .sort((one, other) => one - other)
    .map((minute) => new Date(monday.getTime() + Math.round(minute * MINUTE_MS)));
};

/** Lives through a trace until it ends, and returns what was told up to then, and when its end was noticed. */
function live(alertType: "basic" | "smart", checkIns: Date[]) {
  const alerts: AlertDraft[] = [];
  let snitch = aDailySnitch({ alertType });
  for (const checkedInAt of checkIns) {
    const event: SnitchEvent = { kind: "checked_in", at: checkedInAt, exitStatus: "", message: "" };
    const outcome = applyEvent(snitch, event);
    alerts.push(...outcome.alerts);
    snitch = outcome.snitch;
  }
  const last = checkIns.at(-1) ?? monday;
  const { alerts: end } = applyTime(snitch, new Date(last.getTime() + 10 * DAY_MS));
  const misses = alerts
    .filter(({ kind }) => kind === "missing")
    .map((tale) => tale.at.toISOString().slice(0, 10));
  return { misses, noticedAt: end[0]?.at ?? last };
}

function compare(name: string, trace: Trace) {
  const checkIns = checkInsOf(trace, DAYS);
  const [basic, smart] = [live("basic", checkIns), live("smart", checkIns)];
  // The job dies after each day of the second half in turn.
  const sooner = Array.from({ length: DAYS / 2 }, (_, i) => {
    const until = checkInsOf(trace, DAYS / 2 + i + 1);
    return live("basic", until).noticedAt.getTime() - live("smart", until).noticedAt.getTime();
  }).sort((one, other) => one - other);
  const medianHours = ((sooner[Math.floor(sooner.length / 2)] ?? 0) / 3_600_000).toFixed(1);
  return { name, basic: basic.misses, smart: smart.misses, least: sooner[0] ?? 0, medianHours };
}

const compared = Object.entries(TRACES).map(([name, trace]) => compare(name, trace));

describe("smart, on traces like recorded ones,", () => {
  test.each(compared.filter(({ name }) => resilientPool.includes(name)))(
    "never tells of a miss where basic would not: $name",
    ({ basic, smart }) => {
      expect(smart).toEqual(basic);
    },
  );

  test.each(compared)("never tells later than basic: $name", ({ least }) => {
    expect(least).toBeGreaterThanOrEqual(0);
  });

  test("the table in docs/compatibility.md is what comes out", () => {
    const rows = compared.map(
      ({ name, basic, smart, medianHours }) =>
        `| ${name} | ${basic.length} | ${smart.length} | ${medianHours} h |`,
    );
    const page = readFileSync("docs/compatibility.md", "utf8");
    for (const row of rows) expect(page).toContain(row);
  });
});
