import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { seededRandom } from "@/testing/random-history";
import { aDailySnitch } from "@/testing/snitch-state";
import type { AlertDraft } from "./alert-draft";
import { applyEvent } from "./apply-event";
import { applyTime } from "./apply-time";
import type { SnitchEvent } from "./snitch-event";

const DAYS = 84;
const monday = new Date("2026-03-02T00:00Z");

/** When a daily job checks in on a day: minutes after the day's midnight. */
type Trace = (day: number, random: () => number) => number[];

const at = (hour: number, minute: number) => hour * 60 + minute;

const TRACES: Record<string, Trace> = {
  "steady, at 03:05": (_, random) => [at(3, 2) + random() * 9],
  "jittery, from 02:00 to 05:00": (_, random) => [at(2, 0) + random() * 180],
  "drifting, a minute later each day": (day, random) => [at(3, 0) + day + random() * 5],
  "two a day, at 06:00 and 18:00": (_, random) => [at(6, 0) + random() * 10, at(18, 0) + random() * 10],
  "on weekdays only, at 07:30": (day, random) => (day % 7 < 5 ? [at(7, 30) + random() * 10] : []),
  "straddling midnight": (_, random) => [random() * 20 - 10],
};

/** On these traces, a smart deadline must raise no alert that a basic one wouldn't. */
const REGULAR_TRACES = [
  "steady, at 03:05",
  "drifting, a minute later each day",
  "two a day, at 06:00 and 18:00",
];

const listCheckIns = (trace: Trace, days: number): Date[] => {
  const random = seededRandom(7);
  const minutes = Array.from({ length: days }, (_, day) =>
    trace(day, random).map((minute) => day * 1_440 + minute),
  );
  return minutes
    .flat()
    .sort((one, other) => one - other)
    .map((minute) => new Date(monday.getTime() + Math.round(minute * MINUTE_MS)));
};

/** Replays check-ins. Returns the days of the missing alerts, and when the alert about the job's end was raised. */
function replay(alertType: "basic" | "smart", checkIns: Date[]) {
  const alerts: AlertDraft[] = [];
  let snitch = aDailySnitch({ alertType });
  for (const checkedInAt of checkIns) {
    const event: SnitchEvent = { kind: "checked_in", at: checkedInAt, exitStatus: "", message: "" };
    const transition = applyEvent(snitch, event, []);
    alerts.push(...transition.alerts);
    snitch = transition.snitch;
  }
  const last = checkIns.at(-1) ?? monday;
  const { alerts: finalAlerts } = applyTime(snitch, new Date(last.getTime() + 10 * DAY_MS), []);
  const misses = alerts
    .filter(({ kind }) => kind === "missing")
    .map((alert) => alert.at.toISOString().slice(0, 10));
  return { misses, noticedAt: finalAlerts[0]?.at ?? last };
}

function compare(name: string, trace: Trace) {
  const checkIns = listCheckIns(trace, DAYS);
  const [basic, smart] = [replay("basic", checkIns), replay("smart", checkIns)];
  // The job stops after each day of the second half in turn.
  const leadsMs = Array.from({ length: DAYS / 2 }, (_, i) => {
    const until = listCheckIns(trace, DAYS / 2 + i + 1);
    return replay("basic", until).noticedAt.getTime() - replay("smart", until).noticedAt.getTime();
  }).sort((one, other) => one - other);
  const medianHours = ((leadsMs[Math.floor(leadsMs.length / 2)] ?? 0) / HOUR_MS).toFixed(1);
  return { name, basic: basic.misses, smart: smart.misses, leastLeadMs: leadsMs[0] ?? 0, medianHours };
}

const compared = Object.entries(TRACES).map(([name, trace]) => compare(name, trace));

describe("a smart snitch, compared with a basic one on typical traces,", () => {
  test.each(compared.filter(({ name }) => REGULAR_TRACES.includes(name)))(
    "raises no other missing alerts: $name",
    ({ basic, smart }) => {
      expect(smart).toEqual(basic);
    },
  );

  test.each(compared)("never notices the job's end later: $name", ({ leastLeadMs }) => {
    expect(leastLeadMs).toBeGreaterThanOrEqual(0);
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
