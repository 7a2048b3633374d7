import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { derivedInterval } from "@/lib/rules/schedule/derived-interval";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { buildHistory, settingsWith } from "@/testing/history-of";
import { replay } from "./replay";

const tuesday = Date.UTC(2026, 2, 10);
const days = 4;

function buildTerms(schedule: string | null, early: number | null): ScheduleTerms {
  const terms: ScheduleTerms = {
    interval: "hourly",
    schedule,
    timezone: "Europe/Riga",
    grace: null,
    early,
    active: null,
  };
  return schedule === null
    ? { ...terms, early: null, timezone: "UTC" }
    : { ...terms, interval: derivedInterval(terms) };
}

const schedules = fc.constantFrom("0 * * * *", "*/20 8-16 * * *", "every 30 minutes", "15 */6 * * *", null);
const minutes = fc.integer({ min: 0, max: days * 1_440 });

/** Bursts of check-ins, some of them errors. */
const bursts = fc.array(fc.tuple(minutes, fc.integer({ min: 1, max: 90 }), fc.boolean()), { maxLength: 12 });
const pauses = fc.array(fc.tuple(minutes, fc.integer({ min: 1, max: 600 })), { maxLength: 1 });
const rules = fc.record({
  alertAfter: fc.integer({ min: 1, max: 3 }),
  recoverAfter: fc.integer({ min: 1, max: 3 }),
  alertType: fc.constantFrom("basic", "smart"),
});

const at = (minute: number) => new Date(tuesday + minute * MINUTE_MS);

// Two healthy exit statuses in turn are not routine, so that each of these check-ins is applied.
test("a replay that leaves out routine check-ins alerts exactly what one that applies each of them does", () => {
  fc.assert(
    fc.property(
      schedules,
      fc.constantFrom(null, 0, 600),
      bursts,
      pauses,
      rules,
      (schedule, early, bursts, pauses, rules) => {
        const settings = settingsWith(buildTerms(schedule, early), rules);
        const reports = bursts
          .flatMap(([from, count, isError]) =>
            Array.from({ length: count }, (_, n) => ({ minute: from + n, isError: isError && n === 0 })),
          )
          .sort((one, other) => one.minute - other.minute);
        const history = buildHistory(
          reports.map(({ minute }) => at(minute)),
          settings,
          {
            pauses: pauses.map(([minute, length]) => ({
              startsAt: at(minute),
              endsAt: at(minute + length),
              endedByReport: false,
            })),
          },
        );
        const withStatuses = (healthy: (index: number) => string) => ({
          ...history,
          checkIns: history.checkIns.map((checkIn, index) => ({
            ...checkIn,
            exitStatus: reports[index]?.isError ? "1" : healthy(index),
          })),
        });
        const until = new Date(tuesday + days * DAY_MS + HOUR_MS);
        const replayAlerts = (healthy: (index: number) => string) =>
          replay(withStatuses(healthy), { settings, until }).map(({ incidentId: _, ...alert }) => alert);
        expect(replayAlerts(() => "0")).toEqual(replayAlerts((index) => (index % 2 === 0 ? "0" : "")));
      },
    ),
    { numRuns: 300 },
  );
});
