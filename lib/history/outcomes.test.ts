import { expect, test } from "vitest";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { pauseSnitch, unpauseSnitch } from "@/lib/monitoring/pause";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { updateSnitch } from "@/lib/monitoring/update";
import { db, pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { NO_PERIODS, sumCounts } from "@/lib/rules/history/period-counts";
import type { Interval } from "@/lib/rules/schedule/interval";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { windowsBetween } from "@/lib/rules/schedule/windows";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import { runsFor } from "@/testing/runs";
import { countRowsRead } from "@/testing/statements";
import { listBars, listHistory } from "./list-history";
import { listOutcomes } from "./outcomes";

const day = (date: number, time = "00:00") =>
  new Date(`2026-03-${String(date).padStart(2, "0")}T${time}:00Z`);

test("every period since the creation of a snitch has its outcome", async () => {
  const snitch = await aSnitch({ createdAt: day(1) });
  const checkIn = (at: Date, exitStatus = "") =>
    recordCheckIn({ ...PLAIN_CHECK_IN, token: snitch.token, at, exitStatus });
  await checkIn(day(3, "10:00"));
  await checkIn(day(4, "10:00"), "3");
  await checkIn(day(5, "10:00"), "3");
  await checkIn(day(5, "11:00"));
  await sweepDeadlines(day(7, "00:01"), NEVER_LOST_MS);
  await checkIn(day(7, "10:00"));
  await pauseSnitch(snitch.caseId, snitch.token, { until: "unpaused", endsAt: null }, day(8, "10:00"), ACTOR);
  await unpauseSnitch(snitch.caseId, snitch.token, day(10, "10:00"), ACTOR);
  await checkIn(day(11, "10:00"));
  await pauseSnitch(
    snitch.caseId,
    snitch.token,
    { until: "unpaused", endsAt: null },
    day(11, "12:00"),
    ACTOR,
  );

  const { bars: history } = await listHistory(
    [{ ...snitch, ...calendarTerms("daily") }],
    12,
    day(12, "12:00"),
  );

  expect(
    (history.get(snitch.id) ?? []).map(({ start, outcome }) => `${start.getUTCDate()} ${outcome}`),
  ).toEqual([
    "1 quiet",
    "2 quiet",
    "3 healthy",
    "4 errored",
    "5 healthy",
    "6 missed",
    "7 healthy",
    "8 paused",
    "9 paused",
    "10 paused",
    "11 healthy",
    "12 paused",
  ]);
});

test("the current period is open until the snitch reports", async () => {
  const snitch = await aSnitch();
  await recordCheckIn({ ...PLAIN_CHECK_IN, token: snitch.token, at: day(9, "10:00") });

  await sweepDeadlines(day(11, "12:00"), NEVER_LOST_MS);
  const { bars: history } = await listHistory(
    [{ ...snitch, ...calendarTerms("daily") }],
    3,
    day(11, "12:00"),
  );

  expect((history.get(snitch.id) ?? []).map(({ outcome }) => outcome)).toEqual(["healthy", "missed", "open"]);
});

test("silence before a new interval is not counted as a miss of it", async () => {
  const snitch = await aSnitch();
  await recordCheckIn({ ...PLAIN_CHECK_IN, token: snitch.token, at: day(9, "10:00") });
  await updateSnitch(snitch.caseId, snitch.token, { interval: "hourly" }, day(9, "12:30"), ACTOR, WHOLE_CASE);

  await sweepDeadlines(day(9, "14:10"), NEVER_LOST_MS);
  const { bars: history } = await listHistory(
    [{ ...snitch, ...calendarTerms("hourly") }],
    6,
    day(9, "14:10"),
  );

  const outcomes = (history.get(snitch.id) ?? []).map(
    ({ start, outcome }) => `${start.getUTCHours()} ${outcome}`,
  );
  expect(outcomes).toEqual(["9 quiet", "10 healthy", "11 quiet", "12 quiet", "13 missed", "14 open"]);
});

const DAYS = runsFor("lib/history/outcomes.test.ts");
const daysBefore = (days: number) => new Date(day(10).getTime() - days * DAY_MS);

test(`a page of history reads no more of ${DAYS} days of a minutely snitch than its check-ins`, async () => {
  const snitch = await aSnitch({ interval: "1_minute" });
  await pool.query(
    `INSERT INTO check_ins (id, snitch_id, at, exit_status)
     SELECT new_id(), $1, at, '' FROM generate_series($2::timestamptz, $3::timestamptz, interval '1 minute') AS at`,
    [snitch.id, daysBefore(DAYS), day(10)],
  );
  await pool.query("ANALYZE check_ins");
  for (const from of [daysBefore(DAYS - 1), daysBefore(Math.ceil(DAYS / 2)), daysBefore(2)]) {
    const windows = windowsBetween(calendarTerms("1_minute"), from, new Date(from.getTime() + DAY_MS));
    const rowsRead = await countRowsRead(async () => {
      const requested = [{ id: snitch.id, windows }];
      const bars = (await listOutcomes(requested, Promise.resolve(new Map()), day(10))).get(snitch.id) ?? [];
      expect(bars.filter(({ outcome }) => outcome === "healthy")).toHaveLength(1_440);
    });
    expect(rowsRead).toBeLessThanOrEqual(2 * 1_440);
  }
});

const MINUTE = 60_000;
const reportsAt = (start: Date, minutes: number[], exitStatus = "") =>
  minutes.map((minute) => ({ at: new Date(start.getTime() + minute * MINUTE), exitStatus }));

test("a history of hours has the worst outcome of each hour, and the same counts as its periods", async () => {
  const snitch = await aSnitch({ interval: "10_minute", createdAt: day(1) });
  const [ten, eleven, now] = [day(3, "10:00"), day(3, "11:00"), day(3, "12:25")];
  const reports = [
    ...reportsAt(ten, [2, 12, 32, 42, 52]),
    ...reportsAt(ten, [22], "9"),
    ...reportsAt(eleven, [2, 12, 22, 42, 52]),
    { at: day(3, "12:03"), exitStatus: "" },
    { at: day(3, "12:13"), exitStatus: "" },
  ];
  await db.checkIn.createMany({ data: reports.map((report) => ({ ...report, snitchId: snitch.id })) });
  const history = { id: snitch.id, caseId: snitch.caseId, ...calendarTerms("10_minute") };

  const hours = await listBars(history, "hours", now);
  const periods = await listBars(history, "periods", now);

  expect(hours).toHaveLength(24);
  expect(hours.slice(-4).map(({ start, outcome, counts }) => [start.getUTCHours(), outcome, counts])).toEqual(
    [
      [9, "quiet", NO_PERIODS],
      [10, "errored", { ...NO_PERIODS, healthy: 5, errored: 1 }],
      [11, "missed", { ...NO_PERIODS, healthy: 5, missed: 1 }],
      [12, "healthy", { ...NO_PERIODS, healthy: 2 }],
    ],
  );
  expect(periods).toHaveLength(60);
  expect(sumCounts(periods.map(({ counts }) => counts))).toEqual(
    sumCounts(hours.map(({ counts }) => counts)),
  );
});

const outcomesAt = async (
  snitch: { id: string; caseId: string },
  interval: Interval,
  count: number,
  now: Date,
) =>
  (
    (await listHistory([{ ...snitch, ...calendarTerms(interval) }], count, now)).bars.get(snitch.id) ?? []
  ).map(({ outcome }) => outcome);
const checkInAt = (snitch: { token: string }, at: Date) =>
  recordCheckIn({ ...PLAIN_CHECK_IN, token: snitch.token, at });

test("between its deadline and the minute after it, a period without a report is late, then missed", async () => {
  const snitch = await aSnitch();
  await checkInAt(snitch, day(9, "10:00"));

  expect(await outcomesAt(snitch, "daily", 3, day(10, "23:59"))).toEqual(["quiet", "healthy", "open"]);
  expect(await outcomesAt(snitch, "daily", 3, new Date("2026-03-11T00:00:59.999Z"))).toEqual([
    "healthy",
    "late",
    "open",
  ]);
  await sweepDeadlines(day(11, "00:01"), NEVER_LOST_MS);
  expect(await outcomesAt(snitch, "daily", 3, day(11, "00:01"))).toEqual(["healthy", "missed", "open"]);
});

test("a check-in counts for one period, and if it came in the minute after the deadline, the period before is late and not missed", async () => {
  const snitch = await aSnitch();
  await checkInAt(snitch, day(9, "10:00"));
  await checkInAt(snitch, new Date("2026-03-11T00:00:30Z"));
  await sweepDeadlines(day(11, "12:00"), NEVER_LOST_MS);

  expect(await outcomesAt(snitch, "daily", 4, day(11, "12:00"))).toEqual([
    "quiet",
    "healthy",
    "late",
    "healthy",
  ]);
  expect(await db.alert.count({ where: { snitchId: snitch.id, kind: "missing" } })).toBe(0);
});

test("after a missed smart deadline, the period is missed before it ends, as the status says", async () => {
  const snitch = await aSnitch({ alertType: "smart" });
  for (const date of [5, 6, 7, 8]) await checkInAt(snitch, day(date, "02:00"));
  const deadline = (await db.snitch.findUniqueOrThrow({ where: { id: snitch.id } })).deadline;
  expect(deadline?.toISOString()).toBe("2026-03-09T04:24:00.000Z");

  expect(await outcomesAt(snitch, "daily", 2, day(9, "04:00"))).toEqual(["healthy", "open"]);
  expect(await outcomesAt(snitch, "daily", 2, day(9, "04:24"))).toEqual(["healthy", "late"]);
  await sweepDeadlines(day(9, "04:25"), NEVER_LOST_MS);
  expect(await outcomesAt(snitch, "daily", 2, day(9, "05:00"))).toEqual(["healthy", "missed"]);
});

test("a job of minutes has missed exactly the periods that people were alerted of, and was late in those that the next check-in spared them", async () => {
  const snitch = await aSnitch({ interval: "1_minute" });
  const at = (seconds: number) => new Date(day(9, "12:00").getTime() + seconds * 1_000);
  // Four minutes have none: three of them are followed by one in the minute after, once while the snitch is missing already.
  const checkIns = [10, 70, 181, 230, 300, 480, 541];
  for (let seconds = 0; seconds <= 660; seconds += 10) {
    for (const one of checkIns) if (one > seconds - 10 && one <= seconds) await checkInAt(snitch, at(one));
    if (seconds % 30 === 0) await sweepDeadlines(at(seconds), NEVER_LOST_MS);
  }

  const outcomes = await outcomesAt(snitch, "1_minute", 11, at(640));

  const alerts = await db.alert.findMany({ where: { snitchId: snitch.id, kind: "missing" } });
  const listMinutes = (name: string) =>
    outcomes.flatMap((outcome, minute) => (outcome === name ? [minute] : []));
  expect(listMinutes("missed")).toEqual([6]);
  expect(listMinutes("late")).toEqual([2, 4, 7]);
  expect(alerts.map(({ at }) => at)).toEqual([at(7 * 60)]);
});
