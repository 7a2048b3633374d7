import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { sumCounts } from "@/lib/rules/history/period-counts";
import { toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { latestWindows, windowsBetween } from "@/lib/rules/schedule/windows";
import { aSnitch } from "@/testing/factories";
import { seededRandom } from "@/testing/random-history";
import { listHistory, listWindowOutcomes } from "../list-history";
import type { Bar } from "../outcomes";
import { loadContext } from "./context";
import { countDays } from "./count";

const monday = new Date("2026-03-02T00:00Z");
const friday = new Date("2026-03-06T00:00Z");
const saturday = new Date("2026-03-07T05:00Z");
const MINUTES = 5 * 1_440;

const SCHEDULES = [
  { interval: "hourly" },
  { interval: "daily" },
  { interval: "hourly", schedule: "7 * * * *", timezone: "Europe/Riga" },
  { interval: "hourly", schedule: "*/20 8-17 * * *", grace: 900, early: 120 },
  { interval: "hourly", schedule: "every 45 minutes", grace: 600 },
  { interval: "daily", schedule: "*-*-* 03:00", timezone: "America/New_York", grace: 7_200 },
];

const minute = (n: number) => new Date(monday.getTime() - 86_400_000 + n * 60_000);

/** A snitch to which anything happened: check-ins, errors, misses, pauses, maintenance and new schedules. */
async function aRandomSnitch(seed: number) {
  const random = seededRandom(seed);
  const any = (limit: number) => Math.floor(random() * limit);
  const snitch = await aSnitch({
    status: "healthy",
    ...SCHEDULES[seed % SCHEDULES.length],
    ...(any(3) === 0 && { rescheduledAt: minute(any(MINUTES)) }),
  });
  const every = 5 + any(60);
  const checkIns = [];
  for (let n = any(2_000); n < MINUTES; n += 1 + any(2 * every)) {
    if (any(20) === 0) n += any(400);
    checkIns.push({
      snitchId: snitch.id,
      at: minute(n),
      exitStatus: any(8) === 0 ? "1" : "0",
      accepted: any(20) > 0,
      kind: (["finish", "finish", "finish", "start", "violation"] as const)[any(5)] ?? "finish",
    });
  }
  await db.checkIn.createMany({ data: checkIns });
  const windows = windowsBetween(toScheduleTerms(snitch), monday, friday);
  const alert = { kind: "missing", from: "healthy", to: "failed" } as const;
  await db.alert.createMany({
    data: windows
      .filter(() => any(9) === 0)
      .map(({ dueAt }) => ({
        ...alert,
        at: dueAt,
        isReminder: any(4) === 0,
        snitchId: snitch.id,
        caseId: snitch.caseId,
      })),
  });
  if (any(2) === 0) {
    const from = any(MINUTES);
    await db.pause.create({
      data: { snitchId: snitch.id, startsAt: minute(from), endsAt: minute(from + any(900)) },
    });
  }
  if (any(2) === 0) {
    const from = any(MINUTES);
    await db.maintenance.create({
      data: {
        caseId: snitch.caseId,
        name: "Upgrade",
        coversAll: true,
        startsAt: minute(from),
        endsAt: minute(from + 1 + any(900)),
      },
    });
  }
  return { id: snitch.id, caseId: snitch.caseId, createdAt: snitch.createdAt, ...toScheduleTerms(snitch) };
}

test("whatever happened, the counts of a range are those of its windows one by one", async () => {
  const snitches = [];
  for (let seed = 1; seed <= 18; seed += 1) snitches.push(await aRandomSnitch(seed));
  // A time in which nothing arrived at any server.
  await db.alertHold.create({
    data: { startsAt: minute(3_000), heldAt: minute(3_010), endsAt: minute(3_400) },
  });
  const kinds = new Set<string>();
  for (const now of [saturday, new Date("2026-03-04T10:10Z")]) {
    const context = await loadContext(snitches, monday, friday, now);
    const counts = await countDays(snitches, { from: monday, to: friday }, context, now);
    for (const snitch of snitches) {
      const windows = windowsBetween(snitch, monday, friday < now ? friday : now);
      const bars = (await listWindowOutcomes([{ ...snitch, windows }], now)).get(snitch.id) ?? [];
      const expected = sumCounts(bars.map((bar) => bar.counts));
      const days = [...(counts.get(snitch.id)?.values() ?? [])];
      expect(sumCounts(days), JSON.stringify(snitch)).toEqual(expected);
      for (const [kind, count] of Object.entries(expected)) if (count > 0) kinds.add(kind);
    }
  }
  expect([...kinds].sort()).toEqual(["errored", "excused", "healthy", "late", "missed", "unknown"]);
});

test("whatever happened, the history of many snitches is that of their windows one by one", async () => {
  const snitches = [];
  for (let seed = 1; seed <= 18; seed += 1) snitches.push(await aRandomSnitch(seed));
  for (const now of [new Date("2026-03-03T07:10Z"), new Date("2026-03-04T10:10Z"), saturday]) {
    const { bars } = await listHistory(snitches, 14, now);
    const windows = snitches.map((snitch) => ({ ...snitch, windows: latestWindows(snitch, 14, now) }));
    const expected = await listWindowOutcomes(windows, now);
    for (const snitch of snitches)
      expect(plain(bars.get(snitch.id)), JSON.stringify(snitch)).toEqual(plain(expected.get(snitch.id)));
  }
});

/** Without what was reported. */
const plain = (bars: Bar[] = []) =>
  bars.map(({ start, outcome, checkedInAt, lateMs }) => ({ start, outcome, checkedInAt, lateMs }));
