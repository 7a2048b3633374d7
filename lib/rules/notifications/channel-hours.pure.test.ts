import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "../durations";
import { SEVERITIES } from "../incidents/incident";
import { segmentAt } from "../schedule/zone-time";
import type { Decision } from "./because";
import {
  ANY_TIME,
  type ChannelHours,
  OUTSIDE,
  readHours,
  type SpanInput,
  waitOfChannel,
} from "./channel-hours";
import { decideNotifications } from "./decide";
import { formatChannelHours, formatWait, previewHours } from "./format-channel-hours";
import { ALL_ALERTS } from "./route";

const OFFICE: SpanInput = { days: "mon-fri", from: "08:00", until: "18:00" };
const inBerlin = (...hours: SpanInput[]): ChannelHours => ({ ...ANY_TIME, hours, timezone: "Europe/Berlin" });

// 8 March 2026 is a Sunday. Berlin is an hour ahead of UTC, and two from 29 March to 25 October.
test.each<[string, ChannelHours, string, string | null]>([
  ["on a Sunday night", inBerlin(OFFICE), "2026-03-08T02:12Z", "2026-03-09T07:00Z"],
  ["in the hours", inBerlin(OFFICE), "2026-03-09T12:00Z", null],
  ["when they begin", inBerlin(OFFICE), "2026-03-09T07:00Z", null],
  ["when they end", inBerlin(OFFICE), "2026-03-09T17:00Z", "2026-03-10T07:00Z"],
  ["on a Friday evening", inBerlin(OFFICE), "2026-03-13T17:30Z", "2026-03-16T07:00Z"],
  [
    "after midnight in a shift",
    inBerlin({ days: "sun", from: "22:00", until: "06:00" }),
    "2026-03-09T03:00Z",
    null,
  ],
  [
    "after midnight on another day",
    inBerlin({ days: "sun", from: "22:00", until: "06:00" }),
    "2026-03-10T03:00Z",
    "2026-03-15T21:00Z",
  ],
  ["in hours that overlap", inBerlin(OFFICE, { from: "17:00", until: "20:00" }), "2026-03-09T17:30Z", null],
  [
    "between two hours of a day",
    inBerlin({ from: "08:00", until: "12:00" }, { from: "13:00", until: "18:00" }),
    "2026-03-09T11:30Z",
    "2026-03-09T12:00Z",
  ],
  ["in the night in which clocks go forward", inBerlin(OFFICE), "2026-03-29T00:30Z", "2026-03-30T06:00Z"],
  [
    "at a time that clocks skip",
    inBerlin({ from: "02:30", until: "04:00" }),
    "2026-03-29T00:30Z",
    "2026-03-29T01:30Z",
  ],
  [
    "before hours that clocks skip",
    inBerlin({ days: "sun", from: "02:00", until: "03:00" }),
    "2026-03-28T12:00Z",
    "2026-04-05T00:00Z",
  ],
  [
    "in an hour that clocks show twice",
    inBerlin({ from: "02:30", until: "04:00" }),
    "2026-10-25T00:00Z",
    "2026-10-25T00:30Z",
  ],
])("a message %s", (_, hours, at, until) => {
  const wait = waitOfChannel(hours, null, "warning", new Date(at));
  expect(wait).toEqual(until && { reason: "hours", until: new Date(until) });
});

test("a critical message waits only if that is wanted", () => {
  const sunday = new Date("2026-03-08T02:12Z");
  expect(waitOfChannel(inBerlin(OFFICE), null, "critical", sunday)).toBeNull();
  expect(
    waitOfChannel({ ...inBerlin(OFFICE), criticalAnyway: false }, null, "critical", sunday),
  ).toMatchObject({ reason: "hours" });
});

test.each<[unknown, string]>([
  [[], "1 to 10"],
  ["mon-fri", "1 to 10"],
  [Array.from({ length: 11 }, () => OFFICE), "1 to 10"],
  [["08:00"], "not an object"],
  [[{ ...OFFICE, until: "08:00" }], "ends when it begins"],
  [[{ ...OFFICE, from: "24:00" }], "not written as 08:00"],
  [[{ days: "mon-fri", from: "08:00" }], "not written as 08:00"],
  [[{ ...OFFICE, days: "mon-fry" }], "names and ranges"],
  [[{ ...OFFICE, days: "" }], "names and ranges"],
  [[{ ...OFFICE, days: "mon-wed-fri" }], "names and ranges"],
  [[{ ...OFFICE, days: 1 }], "names and ranges"],
  [[{ ...OFFICE, timezone: "UTC" }], "unknown member: timezone"],
])("hours that cannot be: %j", (input, problem) => {
  expect(readHours(input)).toContain(problem);
});

test("hours are stored as they are written, without capitals and spaces", () => {
  expect(readHours([{ days: "Mon - Wed, SAT", from: "8:00", until: "00:00" }])).toEqual([
    { days: "mon-wed,sat", from: "08:00", until: "00:00" },
  ]);
  expect(readHours([{ days: null, from: "08:00", until: "09:00" }])).toEqual([
    { from: "08:00", until: "09:00" },
  ]);
});

test("forms and drills say what hours do", () => {
  const thursday = new Date("2026-03-05T12:00Z");
  expect(previewHours(inBerlin(OFFICE), thursday)).toEqual([
    "Sunday 03:12, warning → Monday 08:00",
    "Sunday 03:12, critical → sent at once",
  ]);
  expect(previewHours({ ...inBerlin(OFFICE), outside: "drop", criticalAnyway: false }, thursday)).toEqual([
    "Sunday 03:12, warning → dropped",
    "Sunday 03:12, critical → dropped",
  ]);
  expect(formatChannelHours(inBerlin(OFFICE, { from: "20:00", until: "21:00" }))).toBe(
    "mon-fri 08:00 to 18:00, every day 20:00 to 21:00, Europe/Berlin",
  );
  const sunday = new Date("2026-03-08T02:12Z");
  expect(formatWait(inBerlin(OFFICE), null, sunday)).toBe(
    "alerts below critical would wait until Monday 08:00",
  );
  expect(formatWait({ ...inBerlin(OFFICE), outside: "drop", criticalAnyway: false }, null, sunday)).toBe(
    "alerts would be dropped until Monday 08:00",
  );
});

describe("random hours", () => {
  const DAY_NAMES = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
  const STEP = 15;
  const clock = fc.integer({ min: 0, max: (24 * 60) / STEP - 1 }).map((quarters) => {
    const minutes = quarters * STEP;
    return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  });
  const span = fc
    .record({ days: fc.subarray(DAY_NAMES), from: clock, until: clock })
    .filter(({ from, until }) => from !== until)
    .map(({ days, ...times }) => (days.length > 0 ? { days: days.join(","), ...times } : times));
  const hours = fc.record({
    hours: fc.array(span, { minLength: 1, maxLength: 4 }),
    timezone: fc.constantFrom(
      "UTC",
      "Europe/Berlin",
      "America/St_Johns",
      "Asia/Kathmandu",
      "Pacific/Kiritimati",
    ),
    outside: fc.constantFrom(...OUTSIDE),
    criticalAnyway: fc.boolean(),
  });
  const instant = fc
    .date({ min: new Date("2026-01-01"), max: new Date("2027-12-31"), noInvalidDate: true })
    .map((at) => new Date(Math.floor(at.getTime() / (STEP * MINUTE_MS)) * STEP * MINUTE_MS));

  const wallClocks = new Map<string, Intl.DateTimeFormat>();
  function wallClock(timeZone: string): Intl.DateTimeFormat {
    const known = wallClocks.get(timeZone);
    if (known) return known;
    const two = "2-digit";
    const options = { timeZone, weekday: "short", hour: two, minute: two, hourCycle: "h23" } as const;
    const format = new Intl.DateTimeFormat("en-GB", options);
    wallClocks.set(timeZone, format);
    return format;
  }

  /** Whether a clock on the wall shows a time that is in the hours: for days on which no clock changes. */
  function isOpen({ hours: spans, timezone }: ChannelHours, at: Date): boolean {
    const parts = Object.fromEntries(
      wallClock(timezone ?? "")
        .formatToParts(at)
        .map(({ type, value }) => [type, value]),
    );
    const time = `${parts.hour}:${parts.minute}`;
    const today = DAY_NAMES.indexOf((parts.weekday ?? "").toLowerCase());
    const has = (days: string | undefined, day: number) =>
      days === undefined || days.split(",").includes(DAY_NAMES[(day + 7) % 7] ?? "");
    return (spans ?? []).some(({ days, from, until }) =>
      from < until
        ? has(days, today) && from <= time && time < until
        : (has(days, today) && from <= time) || (has(days, today - 1) && time < until),
    );
  }

  const hasChange = (zone: string, at: Date, until: Date) =>
    segmentAt(zone, at.getTime() - 2 * DAY_MS).offsetMs !==
    segmentAt(zone, until.getTime() + DAY_MS).offsetMs;

  test("a message is sent in the hours, or else as soon as they begin, as a clock on the wall says", () => {
    fc.assert(
      fc.property(hours, instant, (given, at) => {
        const until = waitOfChannel(given, null, "warning", at)?.until ?? at;
        if (hasChange(given.timezone, at, until)) return;
        expect(isOpen(given, until)).toBe(true);
        for (let ms = at.getTime(); ms < until.getTime(); ms += STEP * MINUTE_MS)
          expect(isOpen(given, new Date(ms))).toBe(false);
      }),
    );
  });

  test("nothing is lost, and nothing is sent outside the hours but what is critical, also when clocks change", () => {
    fc.assert(
      fc.property(
        hours,
        instant,
        fc.constantFrom(...SEVERITIES),
        fc.boolean(),
        (given, now, severity, isEnd) => {
          const alert = {
            kind: isEnd ? "reporting" : "missing",
            at: now,
            silentSince: null,
            severity,
            alerting: { kind: "notify", of: "alert", emails: "channels only" } as const,
          };
          const notifiedIds = isEnd ? ["ops"] : null;
          const routed = { severity, cause: null, tags: [], channels: [], firstIds: null, notifiedIds };
          const channels = [
            { id: "ops", isDefault: false, isOff: false, route: { ...ALL_ALERTS, ...given } },
          ];
          const audience = { people: [], channels, routing: { kind: "routes", alert: routed } as const };
          const [decisions = []] = decideNotifications([{ alert, audience }], now);
          const { when, because } = decisions.find(({ to }) => to.kind === "channel") as Decision;
          const isOutside = waitOfChannel({ ...given, criticalAnyway: false }, null, severity, now) !== null;
          const rings = severity === "critical" && given.criticalAnyway;
          if (!isOutside || rings) {
            expect(when).toBe("now");
            return;
          }
          if (given.outside === "drop" && !isEnd) {
            expect(because.reason).toBe("outside hours");
            return;
          }
          expect(when).toBe("after quiet hours");
          const { until } = because as { until: Date };
          expect(until.getTime()).toBeGreaterThan(now.getTime());
          expect(waitOfChannel(given, null, "warning", until)).toBeNull();
        },
      ),
    );
  });
});
