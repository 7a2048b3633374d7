import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { findIncidentFigures } from "@/lib/maintenance/incident-figures";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { sumCounts } from "@/lib/rules/history/period-counts";
import { calendarTerms, toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import { listBars, listHistory } from "./list-history";

const at = (text: string) => new Date(`2026-03-${text}Z`);

async function aHourlySnitch() {
  const snitch = await aSnitch({ interval: "hourly", createdAt: at("09T00:00") });
  for (const time of ["10T01:10", "10T02:10", "10T05:10", "10T06:10"]) {
    await sweepDeadlines(at(time), NEVER_LOST_MS);
    await recordCheckIn({ ...PLAIN_CHECK_IN, token: snitch.token, at: at(time) });
  }
  return snitch;
}

type Snitch = Awaited<ReturnType<typeof aHourlySnitch>>;

async function outcomes({ id, caseId }: Snitch): Promise<string[]> {
  const { bars: history } = await listHistory(
    [{ id, caseId, ...calendarTerms("hourly") }],
    6,
    at("10T06:30"),
  );
  return (history.get(id) ?? []).map(
    ({ start, outcome }) => `${start.toISOString().slice(11, 13)} ${outcome}`,
  );
}

const aWindow = ({ caseId }: Snitch, from: string, to: string) =>
  db.maintenance.create({
    data: { caseId, name: "Upgrade", coversAll: true, startsAt: at(from), endsAt: at(to) },
  });

test("maintenance that is planned afterwards excuses the misses that it covers, and notifies no one", async () => {
  const snitch = await aHourlySnitch();
  expect(await outcomes(snitch)).toEqual([
    "01 healthy",
    "02 healthy",
    "03 missed",
    "04 missed",
    "05 healthy",
    "06 healthy",
  ]);
  const emails = await db.email.count();
  const deliveries = await db.delivery.count();

  await aWindow(snitch, "10T03:20", "10T04:00");

  expect(await outcomes(snitch)).toEqual([
    "01 healthy",
    "02 healthy",
    "03 excused",
    "04 missed",
    "05 healthy",
    "06 healthy",
  ]);
  expect([await db.email.count(), await db.delivery.count()]).toEqual([emails, deliveries]);
});

test("a check-in during maintenance counts, a miss does not", async () => {
  const snitch = await aHourlySnitch();
  await aWindow(snitch, "10T02:00", "10T05:00");

  const bars = await listBars({ ...snitch, ...calendarTerms("hourly") }, "periods", at("10T06:30"));

  expect(sumCounts(bars.map(({ counts }) => counts))).toMatchObject({ healthy: 4, missed: 0, excused: 2 });
});

test("a window after the deadline, or that ends before it, excuses nothing", async () => {
  const snitch = await aHourlySnitch();
  await aWindow(snitch, "10T03:00", "10T03:59");
  await aWindow(snitch, "10T05:00", "10T06:00");

  expect(await outcomes(snitch)).toEqual([
    "01 healthy",
    "02 healthy",
    "03 missed",
    "04 missed",
    "05 healthy",
    "06 healthy",
  ]);
});

test("an error is excused if it was reported during maintenance, and neither one before it nor a new snitch’s after it", async () => {
  const snitch = await aSnitch({ interval: "hourly", createdAt: at("09T00:00") });
  const { caseId } = snitch;
  const later = await aSnitch({ caseId, interval: "hourly", createdAt: at("10T03:27") });
  const reports: [string, string, Snitch?][] = [
    ["10T01:10", "1"],
    ["10T01:20", "1"],
    ["10T02:25", "1"],
    ["10T03:05", "1"],
    ["10T03:20", "1"],
    ["10T04:10", ""],
    ["10T04:20", "1"],
    ["10T03:30", "1", later],
  ];
  for (const [time, exitStatus, { token } = snitch] of reports)
    await recordCheckIn({ ...PLAIN_CHECK_IN, exitStatus, token, at: at(time) });
  // The last reports of 02, 03 and 04 are errors in maintenance; that of 01 is not.
  await aWindow(snitch, "10T02:20", "10T02:30");
  await aWindow(snitch, "10T03:15", "10T03:25");
  await aWindow(snitch, "10T04:15", "10T04:25");

  expect((await outcomes(snitch)).slice(0, 4)).toEqual([
    "01 errored",
    "02 excused",
    "03 excused",
    "04 excused",
  ]);
  expect((await outcomes(later))[2]).toBe("03 errored");

  const bars = await listBars({ ...snitch, ...calendarTerms("hourly") }, "periods", at("10T06:30"));
  expect(bars.find(({ outcome }) => outcome === "excused")?.checkedInAt).toEqual(at("10T02:25"));
});

test("a window of a schedule excuses the deadlines that it covers", async () => {
  const snitch = await aHourlySnitch();
  const times = { schedule: "40 3 * * *", timezone: "UTC", duration: 1_800 };
  await db.maintenance.create({
    data: { caseId: snitch.caseId, name: "Upgrade", coversAll: true, ...times },
  });

  expect((await outcomes(snitch)).slice(2, 4)).toEqual(["03 excused", "04 missed"]);
});

test("a miss of “every …” is excused by maintenance at its deadline, and not by any before", async () => {
  const snitch = await aSnitch({ schedule: "every hour", grace: 300, createdAt: at("09T00:00") });
  await recordCheckIn({ ...PLAIN_CHECK_IN, token: snitch.token, at: at("10T01:10") });
  // Due at 02:15, which lies in the bar of 02:00.
  await sweepDeadlines(at("10T02:17"), NEVER_LOST_MS);
  const { id, caseId } = snitch;
  const outcome = async () =>
    (await listHistory([{ id, caseId, ...toScheduleTerms(snitch) }], 1, at("10T02:30"))).bars.get(id)?.[0]
      ?.outcome;

  await aWindow(snitch, "10T01:20", "10T01:30");
  expect(await outcome()).toBe("missed");
  await aWindow(snitch, "10T02:10", "10T02:20");
  expect(await outcome()).toBe("excused");
});

test("an alert that only repeats another one is not a miss", async () => {
  const snitch = await aSnitch({ schedule: "every hour", grace: 300, createdAt: at("09T00:00") });
  const { id, caseId } = snitch;
  await recordCheckIn({ ...PLAIN_CHECK_IN, token: snitch.token, at: at("10T01:10") });
  await recordCheckIn({ ...PLAIN_CHECK_IN, token: snitch.token, at: at("10T02:10") });
  const reminder = {
    kind: "missing",
    from: "failed",
    to: "failed",
    at: at("10T02:30"),
    isReminder: true,
  } as const;
  await db.alert.create({ data: { caseId, snitchId: id, ...reminder } });

  const { bars: history } = await listHistory(
    [{ id, caseId, ...toScheduleTerms(snitch) }],
    1,
    at("10T02:40"),
  );

  expect(history.get(id)).toMatchObject([{ outcome: "healthy" }]);
});

test("incidents are counted that were open in the range, for how long in all, and how long of that was maintenance", async () => {
  const snitch = await aSnitch({ status: "failed" });
  const common = {
    caseId: snitch.caseId,
    snitchId: snitch.id,
    cause: "missed",
    severity: "critical",
  } as const;
  const closed = { openedAt: at("10T01:00"), closedAt: at("10T03:00"), closedBy: "reported" } as const;
  await db.incident.create({ data: { ...common, badCount: 1, ...closed } });
  await db.incident.create({ data: { ...common, badCount: 1, openedAt: at("10T05:30") } });
  const figures = async (from: string, to: string) => {
    const { count, isOneOpen, openMs, maintenanceMs } = await findIncidentFigures(snitch, at(from), at(to));
    return [count, isOneOpen, openMs / 60_000, maintenanceMs / 60_000];
  };

  expect(await figures("10T00:00", "10T06:00")).toEqual([2, true, 150, 0]);
  expect(await figures("10T02:00", "10T05:29")).toEqual([1, false, 120, 0]);
  expect(await figures("10T03:00", "10T05:00")).toEqual([0, false, 0, 0]);
  expect(await figures("10T03:00", "10T05:30")).toEqual([1, true, 0, 0]);
  await aWindow(snitch, "10T02:30", "10T05:45");
  expect(await figures("10T00:00", "10T06:00")).toEqual([2, true, 150, 45]);
});
