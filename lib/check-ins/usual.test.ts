import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { loadHistory } from "@/lib/replay/load";
import { replay } from "@/lib/replay/replay";
import { DAY_MS } from "@/lib/rules/durations";
import type { CheckIn } from "@/lib/rules/reports/check-in";
import { NO_FACTS } from "@/lib/rules/runs/run";
import { aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import { seededRandom } from "@/testing/random-history";
import { FIRST_SEED } from "@/testing/runs";
import { countAllStatements } from "@/testing/statements";
import { record } from "./record";

const tuesday = new Date("2026-03-10T03:00Z").getTime();
const HALF = "metric.file_bytes > 50% of usual";
const dayAt = (day: number) => new Date(tuesday + day * DAY_MS);

const aReport = (token: string, day: number, bytes: number | null, exitStatus = "0"): CheckIn => ({
  ...PLAIN_CHECK_IN,
  id: newId(dayAt(day)),
  token,
  at: dayAt(day),
  exitStatus,
  signal: {
    ...NO_FACTS,
    metrics: bytes === null ? {} : { file_bytes: bytes },
    kind: "finish",
    rid: `day-${day}`,
    isInPath: true,
  },
});

/** Records reports in order, five at once. */
async function recordDays(token: string, sizes: number[], exitStatus: (day: number) => string = () => "0") {
  const reports = sizes.map((bytes, day) => aReport(token, day, bytes, exitStatus(day)));
  for (let day = 0; day < sizes.length; day += 5)
    await record(reports.slice(day, day + 5), { replayed: false });
}

const aWatchedSnitch = (checks: string[]) =>
  aSnitch({ status: "healthy", deadline: new Date("2026-03-12T00:00Z"), interval: "daily", checks });

const failedDays = async (snitchId: string) =>
  (await db.run.findMany({ where: { snitchId }, orderBy: { at: "asc" } })).flatMap(({ rid, failedCheck }) =>
    failedCheck ? [Number(rid?.slice(4))] : [],
  );

const listErrors = (snitchId: string) =>
  db.alert.findMany({ where: { snitchId, kind: "errored", isNotified: true }, orderBy: { at: "asc" } });

test("an empty file and a half one raise an alert each, which says what is usual; a new level is learnt", async () => {
  const snitch = await aWatchedSnitch([HALF]);
  const sizes = Array.from({ length: 60 }, (_, day) => 4e9 + day * 1e7);
  sizes[20] = 0;
  sizes[30] = 2e9;
  for (let day = 40; day < 60; day += 1) sizes[day] = 1e9;
  await recordDays(snitch.token, sizes);

  const failed = await failedDays(snitch.id);
  expect(failed.slice(0, 3)).toEqual([20, 30, 40]);
  expect(failed.at(-1)).toBeLessThanOrEqual(50);
  const alerts = await listErrors(snitch.id);
  expect(alerts.map(({ at, cause, run }) => [at, cause, (run as { compared?: unknown }).compared])).toEqual([
    [dayAt(20), "check", { value: 0, usual: 4.095e9 }],
    [dayAt(30), "check", { value: 2e9, usual: 4.185e9 }],
    [dayAt(40), "check", { value: 1e9, usual: 4.285e9 }],
  ]);
  expect(await db.snitch.findUnique({ where: { id: snitch.id } })).toMatchObject({ status: "healthy" });

  const history = await loadHistory(snitch.caseId, snitch.token, { from: dayAt(0), until: dayAt(60) });
  if (!history) throw new Error("The snitch is gone.");
  const tried = (checks: string[]) =>
    replay(history, { settings: { ...history.settings, checks }, until: dayAt(60) })
      .filter(({ kind, isNotified }) => kind === "errored" && isNotified)
      .map(({ at }) => at);
  expect(tried([HALF])).toEqual([dayAt(20), dayAt(30), dayAt(40)]);
  expect(tried(["metric.file_bytes > 20% of usual"])).toEqual([dayAt(20)]);
});

test("a replay of the last days knows what was usual before them, however many runs failed", async () => {
  const snitch = await aWatchedSnitch([]);
  const sizes = [...Array(80).fill(100), 10];
  await recordDays(snitch.token, sizes, (day) => (day < 10 || day > 78 ? "0" : "1"));
  const history = await loadHistory(snitch.caseId, snitch.token, { from: dayAt(80), until: dayAt(81) });
  if (!history) throw new Error("The snitch is gone.");
  const settings = { ...history.settings, checks: [HALF] };
  const alerts = replay(history, { settings, until: dayAt(81) });
  expect(alerts.findLast(({ kind }) => kind === "errored")).toMatchObject({ at: dayAt(80), cause: "check" });
});

/** By definition, of what had arrived. */
function isFailure(arrived: Map<number, number | null>, day: number): boolean {
  const usual = [...arrived]
    .filter(([other, bytes]) => other < day && bytes !== 1)
    .sort(([one], [other]) => other - one)
    .slice(0, 20)
    .flatMap(([, bytes]) => (bytes === null ? [] : [bytes]))
    .sort((one, other) => one - other);
  const { length } = usual;
  const median = (Number(usual[(length - 1) >> 1]) + Number(usual[length >> 1])) / 2;
  const bytes = arrived.get(day) ?? null;
  return bytes === 1 || (length >= 5 && bytes !== null && bytes <= median / 2);
}

test.each([1, 2, 3, 4])(
  "reports in any order are compared with those from before them (%i)",
  async (seed) => {
    const random = seededRandom(FIRST_SEED + seed);
    const snitch = await aWatchedSnitch([HALF, "metric.file_bytes != 1"]);
    const days = Array.from({ length: 60 }, (_, day) => day)
      .map((day) => ({ day, order: day + (random() < 0.3 ? random() * 25 : 0) }))
      .sort((one, other) => one.order - other.order)
      .map(({ day }) => day);
    const arrived = new Map<number, number | null>();
    const expected: number[] = [];
    let batch: CheckIn[] = [];
    for (const day of days) {
      const kind = random();
      const bytes = kind < 0.1 ? 1 : kind < 0.2 ? 10 : 90 + Math.floor(random() * 20);
      arrived.set(day, bytes);
      if (isFailure(arrived, day)) expected.push(day);
      batch.push(aReport(snitch.token, day, bytes));
      if (random() < 0.5) continue;
      await record(batch, { replayed: true });
      batch = [];
    }
    if (batch.length > 0) await record(batch, { replayed: true });
    expect(await failedDays(snitch.id)).toEqual(expected.toSorted((one, other) => one - other));
  },
);

test("what is usual costs one statement for a batch, and none without a check that needs it", async () => {
  const snitches = await Promise.all([[HALF], [HALF], ["metric.file_bytes > 0"]].map(aWatchedSnitch));
  const cost = (some: typeof snitches, day: number) =>
    countAllStatements(() =>
      record(
        some.map(({ token }) => aReport(token, day, 100)),
        { replayed: false },
      ),
    );
  const [one, other, absolute] = snitches as [
    (typeof snitches)[0],
    (typeof snitches)[0],
    (typeof snitches)[0],
  ];
  await record(
    [one, other, absolute].map(({ token }) => aReport(token, 0, 100)),
    { replayed: false },
  );
  const without = await cost([absolute], 1);
  await cost([other], 1);
  expect(await cost([one], 1)).toBe(without + 1);
  expect(await cost([one, other, absolute], 2)).toBe(without + 1);
});
