import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { sumCounts } from "@/lib/rules/history/period-counts";
import { parseMonth } from "@/lib/rules/history/report-month";
import { aCase, aSnitch } from "@/testing/factories";
import { countStatements } from "@/testing/statements";
import { MAX_REPORT_TAGS, monthlyReport } from "./monthly-report";

const april = new Date("2026-04-10T12:00Z");
const march = parseMonth("2026-03", "UTC", april);
const day = (date: number) => new Date(Date.UTC(2026, 2, date, 3));

/** A daily job that checked in on each day of March but these. */
async function aDailyJob(
  caseId: string,
  name: string,
  given: { tags?: string[]; missed?: number[]; errors?: number[] } = {},
) {
  const snitch = await aSnitch({
    caseId,
    name,
    status: "healthy",
    deadline: new Date("2026-04-11T00:00Z"),
    tags: given.tags ?? [],
  });
  const days = Array.from({ length: 33 }, (_, i) => i).filter((date) => !given.missed?.includes(date));
  await db.checkIn.createMany({
    data: days.map((date) => ({
      snitchId: snitch.id,
      at: day(date),
      exitStatus: given.errors?.includes(date) ? "1" : "0",
    })),
  });
  return snitch;
}

const counts = (healthy: number, errored = 0, missed = 0, excused = 0) => ({
  healthy,
  errored,
  missed,
  late: 0,
  excused,
  unknown: 0,
});

test("a report counts the runs of the month, for the case, each tag and each snitch", async () => {
  const { id: caseId } = await aCase();
  await aDailyJob(caseId, "Backup", { tags: ["db", "eu"], missed: [4, 5], errors: [7] });
  const digest = await aDailyJob(caseId, "Digest", { tags: ["db"], missed: [20] });
  await db.maintenance.create({
    data: {
      caseId,
      name: "Upgrade",
      snitchIds: [digest.id],
      startsAt: new Date("2026-03-20T00:00Z"),
      endsAt: new Date("2026-03-21T00:00Z"),
    },
  });
  await aDailyJob((await aCase()).id, "Of another case", { tags: ["db"] });

  const report = await monthlyReport(caseId, {}, march, april);
  expect(report.total.counts).toEqual(counts(58, 1, 2, 1));
  expect(report.snitches.map(({ name, counts: found }) => [name, found])).toEqual([
    ["Backup", counts(28, 1, 2)],
    ["Digest", counts(30, 0, 0, 1)],
  ]);
  expect(report.tags.map(({ tag, snitches, counts: found }) => [tag, snitches, found])).toEqual([
    ["db", 2, counts(58, 1, 2, 1)],
    ["eu", 1, counts(28, 1, 2)],
  ]);

  const ofTag = await monthlyReport(caseId, { tag: "eu" }, march, april);
  expect(ofTag.total.counts).toEqual(counts(28, 1, 2));
  expect(ofTag.snitches.map(({ name }) => name)).toEqual(["Backup"]);
  expect(ofTag.tags).toEqual([]);
});

test("of many tags, the report has the worst", async () => {
  const { id: caseId } = await aCase();
  const common = Array.from({ length: MAX_REPORT_TAGS }, (_, i) => `tag${i}`);
  await aDailyJob(caseId, "Backup", { tags: common });
  await aDailyJob(caseId, "Digest", { tags: common });
  await aDailyJob(caseId, "Import", { tags: ["rare"], missed: [20] });

  const { tags } = await monthlyReport(caseId, {}, march, april);

  expect(tags.map(({ tag }) => tag)).toEqual(["rare", ...common.toSorted().slice(0, -1)]);
});

test("two readers of one report compute it once, and a reader of another case gets their own", async () => {
  const [one, other] = [await aCase(), await aCase()];
  await aDailyJob(one.id, "Backup");
  const names = async (caseId: string) =>
    (await monthlyReport(caseId, {}, march, april)).snitches.map(({ name }) => name);

  const once = await countStatements(() => names(one.id));
  expect(once).toBeGreaterThan(0);
  expect(await countStatements(() => Promise.all([names(one.id), names(one.id)]))).toBe(0);
  expect([await names(one.id), await names(other.id)]).toEqual([["Backup"], []]);
});

test("snitches that were added one after another are counted in as many statements as one", async () => {
  const counted = await Promise.all(
    [1, 12].map(async (count) => {
      const { id: caseId } = await aCase();
      for (let n = 0; n < count; n += 1)
        await aSnitch({ caseId, name: `Job ${n}`, createdAt: new Date(day(12).getTime() + n * MINUTE_MS) });
      return caseId;
    }),
  );
  const statements = [];
  for (const caseId of counted)
    statements.push(await countStatements(() => monthlyReport(caseId, {}, march, april)));
  expect(statements[1]).toBe(statements[0]);
});

test("durations are those of the runs of the month that succeeded, as the job measured them or else from start to end", async () => {
  const { id: caseId } = await aCase();
  const { id: snitchId } = await aSnitch({ caseId, tags: ["db"], lastRunAt: day(20) });
  const run = (date: number, ms: number, given = {}) => ({
    snitchId,
    at: new Date(day(date).getTime() + ms),
    startedAt: day(date),
    endedAt: new Date(day(date).getTime() + ms),
    outcome: "succeeded" as const,
    durationMs: ms,
    ...given,
  });
  await db.run.createMany({
    data: [
      ...Array.from({ length: 20 }, (_, i) => run(i + 1, (i + 1) * 1_000)),
      run(21, 900_000, { outcome: "failed" }),
      run(40, 900_000),
      run(21, 900_000, { reportedMs: 21_000 }),
    ],
  });
  const report = await monthlyReport(caseId, {}, march, april);
  const seconds = 210 + 21;
  expect(report.snitches[0]).toMatchObject({ runs: 21, runMs: seconds * 1_000, longestMs: 21_000 });
});

test("a schedule that changed in the month counts since then, and says since when; a later snitch is not in the report", async () => {
  const { id: caseId } = await aCase();
  const { id } = await aDailyJob(caseId, "Backup");
  await aSnitch({ caseId, name: "New", createdAt: april });
  await db.snitch.update({ where: { id }, data: { rescheduledAt: new Date("2026-03-11T12:00Z") } });
  const { snitches } = await monthlyReport(caseId, {}, march, april);
  expect(snitches).toHaveLength(1);
  expect(snitches[0]?.countedSince).toEqual(new Date("2026-03-11T12:00Z"));
});

test("every snitch counts, however often it runs, and the total is the sum of the rows", async () => {
  const { id: caseId } = await aCase();
  for (let n = 1; n <= 4; n += 1)
    await aSnitch({ caseId, name: `Heartbeat ${n}`, interval: "1_minute", createdAt: day(1) });
  const heartbeats = await db.snitch.findMany({ where: { caseId } });
  await db.checkIn.createMany({
    data: heartbeats.map(({ id }) => ({ snitchId: id, at: day(30), exitStatus: "0" })),
  });
  await aDailyJob(caseId, "Backup");
  const report = await monthlyReport(caseId, {}, march, april);
  expect(report.snitches.map(({ name, counts: found }) => [name, found.healthy, found.missed])).toEqual([
    ["Backup", 31, 0],
    ...[1, 2, 3, 4].map((n) => [`Heartbeat ${n}`, 1, 1 * 1_440 + 21 * 60 - 1]),
  ]);
  expect(report.total.counts).toEqual(sumCounts(report.snitches.map((one) => one.counts)));
});
