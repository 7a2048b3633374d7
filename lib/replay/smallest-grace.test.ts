import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { derivedInterval } from "@/lib/rules/schedule/derived-interval";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { buildHistory, settingsWith } from "@/testing/history-of";
import { hasFalseAlarm, maxGraceMinutes, smallestGraceMinutes } from "./smallest-grace";

const tuesday = Date.UTC(2026, 2, 10);

function buildTerms(schedule: string): ScheduleTerms {
  const terms: ScheduleTerms = {
    interval: "daily",
    schedule,
    timezone: "UTC",
    grace: 60,
    early: null,
    active: null,
  };
  return { ...terms, interval: derivedInterval(terms) };
}

const range = (days: number) => ({ since: new Date(tuesday), until: new Date(tuesday + days * DAY_MS) });

/** Check-ins each day this many minutes after three; null for a day without one. */
const daily = (delays: (number | null)[]) =>
  delays.flatMap((minutes, day) =>
    minutes === null ? [] : [new Date(tuesday + day * DAY_MS + (180 + minutes) * MINUTE_MS)],
  );

const atThree = settingsWith(buildTerms("0 3 * * *"));

test.each([
  ["as long as its longest delay", [2, 5, 8, 3], 8],
  ["nothing for a job that is never late", [0, 0, 0, 0], 0],
  ["no more because of a day on which the job did not run", [2, 3, null, 2], 3],
])("a daily job needs %s", async (_, delays, minutes) => {
  const found = await smallestGraceMinutes(
    buildHistory(daily(delays), atThree),
    atThree,
    range(delays.length),
  );
  expect(found).toBe(minutes);
});

test("a calendar interval has no grace", async () => {
  const settings = { ...atThree, schedule: null };
  expect(await smallestGraceMinutes(buildHistory([], settings), settings, range(1))).toBeNull();
});

test("a start grace takes the place of the grace, so that there is none to look for", async () => {
  const settings = { ...atThree, startGrace: 3_600 };
  expect(await smallestGraceMinutes(buildHistory(daily([2, 5]), settings), settings, range(2))).toBeNull();
});

test("other work is done while a long history is searched", async () => {
  const order: string[] = [];
  const minutely = Array.from({ length: 5_000 }, (_, minute) => new Date(tuesday + minute * MINUTE_MS));
  const search = smallestGraceMinutes(buildHistory(minutely, atThree), atThree, range(2));
  setImmediate(() => order.push("other work"));
  await search.then(() => order.push("the grace"));
  expect(order).toEqual(["other work", "the grace"]);
});

const delays = fc.array(fc.option(fc.integer({ min: -4, max: 70 })), { minLength: 3, maxLength: 30 });
const schedules = fc.constantFrom("0 * * * *", "*/20 * * * *", "every 30 minutes", "15 */2 * * *");

test("with the grace that is found nothing is a false alarm, nor with a longer one, and with every shorter one something is", async () => {
  await fc.assert(
    fc.asyncProperty(
      schedules,
      delays,
      fc.integer({ min: 1, max: 3 }),
      fc.nat(1_000),
      async (schedule, delays, alertAfter, any) => {
        const settings = settingsWith(buildTerms(schedule), { alertAfter });
        const times = delays
          .flatMap((delay, hour) => (delay === null ? [] : [tuesday + (hour * 60 + delay) * MINUTE_MS]))
          .sort((one, other) => one - other)
          .map((ms) => new Date(ms));
        fc.pre(times.length > 0);
        const history = buildHistory(times, settings);
        const within = { since: new Date(tuesday), until: new Date(tuesday + 3 * DAY_MS) };
        const longest = maxGraceMinutes(settings);
        const smallest = (await smallestGraceMinutes(history, settings, within)) ?? longest + 1;
        for (const minutes of new Set([smallest - 1, Math.min(smallest, longest), any % (longest + 1)]))
          if (minutes >= 0)
            expect(await hasFalseAlarm(history, { ...settings, grace: minutes * 60 }, within)).toBe(
              minutes < smallest,
            );
      },
    ),
    { numRuns: 15 },
  );
});
