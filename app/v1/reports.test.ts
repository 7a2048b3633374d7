import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import type { PresentedReport } from "@/lib/evidence/report";
import { monthlyReport } from "@/lib/history/monthly-report";
import { db } from "@/lib/platform/db";
import { VERSION } from "@/lib/platform/version";
import { DAY_MS } from "@/lib/rules/durations";
import { knownPeriods } from "@/lib/rules/history/period-counts";
import { monthOf } from "@/lib/rules/history/report-month";
import { ACTOR, aSnitch } from "@/testing/factories";
import { seededRandom } from "@/testing/random-history";
import { aClient, readResponse, refusal, send } from "@/testing/requests";

const day = (date: number) => new Date(Date.UTC(2026, 2, date));

/** A daily job that checks in at noon each day of March but on those in `missed`, of which an alert tells. */
async function aDailyJob(caseId: string, name: string, missed: number[], tags: string[] = []) {
  const snitch = await aSnitch({ caseId, name, tags, status: "healthy", createdAt: day(-10) });
  const dates = Array.from({ length: 34 }, (_, i) => i - 1).filter((date) => !missed.includes(date));
  await db.checkIn.createMany({
    data: dates.map((date) => ({
      ...{ snitchId: snitch.id, at: new Date(day(date).getTime() + DAY_MS / 2), exitStatus: "0" },
    })),
  });
  await db.alert.createMany({
    data: missed.map((date) => ({
      ...({
        caseId,
        snitchId: snitch.id,
        kind: "missing",
        from: "healthy",
        to: "failed",
        at: day(date + 1),
      } as const),
    })),
  });
  return snitch;
}

test("a report has the numbers of the page, what they are the sum of, each alert of the month, and a digest of all", async () => {
  const { theCase, get } = await aClient();
  const backup = await aDailyJob(theCase.id, "Backup", [4, 5, 20], ["db"]);
  await aDailyJob(theCase.id, "Digest", [31]);
  await db.maintenance.create({
    data: { caseId: theCase.id, name: "Upgrade", snitchIds: [backup.id], startsAt: day(20), endsAt: day(22) },
  });
  await db.pause.create({ data: { snitchId: backup.id, startsAt: day(4), endsAt: day(5) } });

  const body = (await readResponse(get("/v1/reports/2026-03"))).body as PresentedReport;
  const counts = {
    expected: 30,
    kept: 28,
    missed: 1,
    errored: 0,
    excused: 1,
    unknown: 0,
    late: 0,
    paused: 1,
  };
  expect(body).toMatchObject({
    month: "2026-03",
    tag: null,
    timezone: "UTC",
    snitches: [
      { token: backup.token, name: "Backup", tags: ["db"], ...counts },
      { name: "Digest", tags: [], expected: 31, kept: 30, missed: 1, paused: 0 },
    ],
    total: { expected: 61, kept: 58, missed: 2, errored: 0, excused: 1, unknown: 0, late: 0, paused: 1 },
    version: VERSION,
  });
  const { digest, ...others } = body;
  expect(digest).toBe(createHash("sha256").update(JSON.stringify(others)).digest("hex"));
  expect((await readResponse(get("/v1/reports/2026-03"))).body).toEqual(body);
  // The miss of March 31 was due in April.
  expect(body.snitches.map(({ alerts }) => alerts.map(({ due_at }) => due_at.slice(0, 10)))).toEqual([
    ["2026-03-05", "2026-03-06", "2026-03-21"],
    [],
  ]);
  const page = await monthlyReport(theCase.id, {}, monthOf(day(5), "UTC"), new Date());
  expect(body.total.expected - body.total.excused - body.total.unknown).toBe(knownPeriods(page.total.counts));

  const ofTag = (await readResponse(get("/v1/reports/2026-03?tag=db"))).body as PresentedReport;
  expect([ofTag.tag, ofTag.snitches]).toEqual(["db", [body.snitches[0]]]);
  const { key } = await createApiKey(theCase.id, { name: "Narrow", access: "read", tags: ["db"] }, ACTOR);
  expect((await readResponse(send("GET", "/v1/reports/2026-03", { key }))).body).toMatchObject({
    snitches: [{ name: "Backup" }],
    total: counts,
  });
});

test("each number of a report is that of its exported periods, in any zone", async () => {
  const { theCase, get } = await aClient();
  const random = seededRandom(3);
  const schedules = [
    { interval: "hourly" },
    { interval: "daily", schedule: "*-*-* 03:00", timezone: "America/New_York", grace: 7_200 },
    { interval: "hourly", schedule: "every 45 minutes", grace: 600 },
  ];
  for (const schedule of schedules) {
    const { id: snitchId } = await aSnitch({
      caseId: theCase.id,
      status: "healthy",
      createdAt: day(-40),
      ...schedule,
    });
    await db.checkIn.createMany({
      data: Array.from({ length: 900 }, () => ({
        ...{ snitchId, at: new Date(day(-5).getTime() + random() * 45 * DAY_MS) },
        exitStatus: random() < 0.1 ? "1" : "0",
      })),
    });
    await db.pause.create({ data: { snitchId, startsAt: day(10), endsAt: day(12) } });
  }
  for (const [timezone, from, to] of [
    ["UTC", "2026-03-01T00:00Z", "2026-04-01T00:00Z"],
    ["Pacific/Auckland", "2026-02-28T11:00Z", "2026-03-31T11:00Z"],
  ]) {
    const report = (await readResponse(get(`/v1/reports/2026-03?timezone=${timezone}`)))
      .body as PresentedReport;
    const lines = (await (await get(`/v1/export/periods?from=${from}&to=${to}`)).text())
      .trimEnd()
      .split("\n");
    const periods = lines.slice(0, -1).map((line) => JSON.parse(line));
    for (const {
      token,
      expected,
      kept,
      missed,
      errored,
      excused,
      unknown,
      late,
      paused,
    } of report.snitches) {
      const count = (outcome: string, reason?: string) =>
        periods.filter(
          (one) => one.snitch === token && one.outcome === outcome && (!reason || one.reason === reason),
        ).length;
      expect({ kept, missed, errored, excused, unknown, late, paused }).toEqual({
        ...{
          kept: count("kept"),
          missed: count("missed"),
          errored: count("errored"),
          excused: count("excused"),
        },
        ...{ unknown: count("unknown"), late: count("kept", "late"), paused: count("paused") },
      });
      expect(expected).toBe(kept + missed + errored + excused + unknown);
    }
  }
});

test.each([
  ["2026-13", "month"],
  ["march", "month"],
  ["2001-01", "month"],
  ["2199-01", "month"],
  ["2026-03?timezone=Mars/Base", "timezone"],
])("%s is refused", async (path, attribute) => {
  const { get } = await aClient();
  expect(await readResponse(get(`/v1/reports/${path}`))).toMatchObject(
    refusal([attribute, expect.any(String)]),
  );
});
