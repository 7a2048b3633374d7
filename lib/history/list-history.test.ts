import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { incidentTime } from "@/lib/maintenance/incident-time";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { sumCounts } from "@/lib/rules/period-counts";
import { calendarTerms, toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { NEVER_LOST_MS } from "@/lib/testing/connection";
import { aSnitch } from "@/lib/testing/factories";
import { listBars, listHistory } from "./list-history";

const at = (text: string) => new Date(`2026-03-${text}Z`);
const report = { exitStatus: "", message: "", method: "", address: "", userAgent: "" };

async function aHourlySnitch() {
  const snitch = await aSnitch({ interval: "hourly", createdAt: at("09T00:00") });
  for (const time of ["10T01:10", "10T02:10", "10T05:10", "10T06:10"]) {
    await sweepDeadlines(at(time), NEVER_LOST_MS);
    await recordCheckIn({ ...report, token: snitch.token, at: at(time) });
  }
  return snitch;
}

type Snitch = Awaited<ReturnType<typeof aHourlySnitch>>;

async function outcomes({ id, caseId }: Snitch): Promise<string[]> {
  const history = await listHistory([{ id, caseId, ...calendarTerms("hourly") }], 6, at("10T06:30"));
  return (history.get(id) ?? []).map(
    ({ start, outcome }) => `${start.toISOString().slice(11, 13)} ${outcome}`,
  );
}

const aWindow = ({ caseId }: Snitch, from: string, to: string) =>
  db.maintenance.create({
    data: { caseId, name: "Upgrade", coversAll: true, startsAt: at(from), endsAt: at(to) },
  });

test("maintenance that is planned afterwards excuses the misses that it covers, and notifies nobody", async () => {
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

  await aWindow(snitch, "10T03:20", "10T03:40");

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

test("no percentage counts a covered period, whatever was reported, and its check-in is still shown", async () => {
  const snitch = await aHourlySnitch();
  await aWindow(snitch, "10T02:00", "10T05:00");

  const bars = await listBars({ ...snitch, ...calendarTerms("hourly") }, "periods", at("10T06:30"));

  const covered = bars.filter(({ outcome }) => outcome === "excused");
  expect(covered.map(({ checkedInAt }) => checkedInAt)).toEqual([at("10T02:10"), null, null]);
  expect(sumCounts(bars.map(({ counts }) => counts))).toMatchObject({ healthy: 3, missed: 0, excused: 3 });
});

test("a window that only touches a period excuses nothing", async () => {
  const snitch = await aHourlySnitch();
  await aWindow(snitch, "10T02:00", "10T03:00");

  expect(await outcomes(snitch)).toEqual([
    "01 healthy",
    "02 excused",
    "03 missed",
    "04 missed",
    "05 healthy",
    "06 healthy",
  ]);
});

test("a window of a schedule excuses the period that it lies in once it has begun", async () => {
  const snitch = await aHourlySnitch();
  const { id, caseId } = snitch;
  const times = { schedule: "40 6 * * *", timezone: "UTC", duration: 600 };
  await db.maintenance.create({ data: { caseId, name: "Upgrade", coversAll: true, ...times } });
  const latest = async (now: string) => {
    const history = await listHistory([{ id, caseId, ...calendarTerms("hourly") }], 1, at(now));
    return history.get(id)?.[0]?.outcome;
  };

  expect(await latest("10T06:39")).toBe("healthy");
  expect(await latest("10T06:41")).toBe("excused");
});

test("a miss of “every …” is excused by maintenance in the time that it waited", async () => {
  const snitch = await aSnitch({ schedule: "every hour", grace: 300, createdAt: at("09T00:00") });
  await recordCheckIn({ ...report, token: snitch.token, at: at("10T01:10") });
  // Due at 02:15, which lies in the bar of 02:00.
  await sweepDeadlines(at("10T02:17"), NEVER_LOST_MS);
  await aWindow(snitch, "10T01:20", "10T01:30");

  const history = await listHistory(
    [{ id: snitch.id, caseId: snitch.caseId, ...toScheduleTerms(snitch) }],
    1,
    at("10T02:30"),
  );

  expect(history.get(snitch.id)).toMatchObject([{ outcome: "excused" }]);
});

test("an alert that only repeats another one is no miss", async () => {
  const snitch = await aSnitch({ schedule: "every hour", grace: 300, createdAt: at("09T00:00") });
  const { id, caseId } = snitch;
  await recordCheckIn({ ...report, token: snitch.token, at: at("10T01:10") });
  await recordCheckIn({ ...report, token: snitch.token, at: at("10T02:10") });
  const reminder = {
    kind: "missing",
    from: "failed",
    to: "failed",
    at: at("10T02:30"),
    isReminder: true,
  } as const;
  await db.alert.create({ data: { caseId, snitchId: id, ...reminder } });

  const history = await listHistory([{ id, caseId, ...toScheduleTerms(snitch) }], 1, at("10T02:40"));

  expect(history.get(id)).toMatchObject([{ outcome: "healthy" }]);
});

test("the time of incidents is that within the range and outside of maintenance", async () => {
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
  const minutes = async (from: string, to: string) => (await incidentTime(snitch, at(from), at(to))) / 60_000;

  expect(await minutes("10T00:00", "10T06:00")).toBe(150);
  expect(await minutes("10T02:00", "10T05:40")).toBe(70);
  await aWindow(snitch, "10T02:30", "10T05:45");
  expect(await minutes("10T00:00", "10T06:00")).toBe(105);
  expect(await minutes("10T03:00", "10T05:00")).toBe(0);
});
