import { expect, test } from "vitest";
import { insertCheckIns } from "@/lib/check-ins/insert";
import { type CountedSnitch, loadContext } from "@/lib/history/days/context";
import { countDays } from "@/lib/history/days/count";
import { countFinishedDays } from "@/lib/history/days/count-finished";
import { countRange } from "@/lib/history/days/count-range";
import { db, query, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { DAY_MS } from "@/lib/rules/durations";
import { addDay, NO_DAY } from "@/lib/rules/history/day-counts";
import { buildRunId, type Run } from "@/lib/rules/runs/run";
import { toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { saveRuns } from "@/lib/runs/store";
import { aCase, aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import { seededRandom } from "@/testing/random-history";
import { FIRST_SEED, runsFor } from "@/testing/runs";
import { aRunningRun } from "@/testing/snitch-state";

const start = new Date("2026-03-02T00:00Z");
const DAYS = 12;

const SCHEDULES = [
  { interval: "15_minute" },
  { interval: "daily" },
  { interval: "weekly" },
  { interval: "hourly", schedule: "7 * * * *", timezone: "Europe/Riga" },
  { interval: "hourly", schedule: "*/20 8-17 * * *", grace: 900, early: 120 },
  { interval: "hourly", schedule: "every 45 minutes", grace: 600 },
  { interval: "hourly", schedule: "every 2 hours", active: "Mon..Fri 08:00-18:00" },
];

type Random = ReturnType<typeof randomFrom>;

function randomFrom(seed: number) {
  const random = seededRandom(seed);
  const pick = (limit: number) => Math.floor(random() * limit);
  const at = (untilMs: number) => new Date(start.getTime() + pick(untilMs - start.getTime()));
  return { pick, at };
}

/** Check-ins of the past, written as they are by the person who records them. */
const report = (snitchId: string, times: Date[], { pick }: Random) =>
  transaction((sql) =>
    insertCheckIns(
      sql,
      times.map((at) => ({
        snitchId,
        accepted: true,
        kind: pick(9) === 0 ? "start" : "finish",
        checkIn: { ...PLAIN_CHECK_IN, id: newId(), token: "", at, exitStatus: pick(6) === 0 ? "1" : "0" },
      })),
      true,
    ),
  );

type Snitch = { id: string; caseId: string };

/** What may change what is known of the past, each by the code or the rows by which it really happens. */
const CHANGES: ((snitch: Snitch, now: Date, random: Random) => Promise<unknown>)[] = [
  ({ id }, now, random) => report(id, [random.at(now.getTime()), random.at(now.getTime())], random),
  ({ id, caseId }, now, { at }) =>
    db.alert.create({
      data: { snitchId: id, caseId, kind: "missing", from: "healthy", to: "failed", at: at(now.getTime()) },
    }),
  async ({ id }, now) => {
    const alert = await db.alert.findFirst({ where: { snitchId: id, disprovedAt: null } });
    if (alert) await db.alert.update({ where: { id: alert.id }, data: { disprovedAt: now } });
  },
  async ({ id }) => {
    const alert = await db.alert.findFirst({ where: { snitchId: id } });
    if (alert) await db.alert.delete({ where: { id: alert.id } });
  },
  ({ id }, now, { at, pick }) => {
    const startsAt = at(now.getTime());
    return db.pause.create({
      data: { snitchId: id, startsAt, endsAt: new Date(startsAt.getTime() + pick(2 * DAY_MS)) },
    });
  },
  ({ id }, now, { at }) =>
    db.snitch.update({
      where: { id },
      data: {
        status: "paused",
        deadline: null,
        pausedAt: at(now.getTime()),
        pauseUntil: "healthy",
        statusBeforePause: "healthy",
      },
    }),
  ({ id }, now) =>
    db.snitch.update({
      where: { id },
      data: { status: "healthy", deadline: now, pausedAt: null, pauseUntil: null, statusBeforePause: null },
    }),
  ({ id }, now, { at }) =>
    db.snitch.update({
      where: { id },
      data: {
        status: "healthy",
        deadline: at(now.getTime()),
        pausedAt: null,
        pauseUntil: null,
        statusBeforePause: null,
      },
    }),
  ({ id, caseId }, now, { at, pick }) => {
    const startsAt = at(now.getTime());
    const endsAt = new Date(startsAt.getTime() + 1 + pick(DAY_MS));
    const covers = [{ coversAll: true }, { snitchIds: [id] }, { tags: ["db"] }][pick(3)];
    return db.maintenance.create({ data: { caseId, name: "Upgrade", startsAt, endsAt, ...covers } });
  },
  ({ caseId }, _, { pick }) =>
    db.maintenance.create({
      data: {
        caseId,
        name: "Nightly",
        coversAll: true,
        schedule: `${pick(60)} 3 * * *`,
        timezone: "Europe/Riga",
        duration: 5_400,
      },
    }),
  async ({ caseId }, now, { at }) => {
    const nightly = await db.maintenance.findFirst({ where: { caseId, NOT: { schedule: null } } });
    if (nightly)
      await db.maintenance.update({
        where: { id: nightly.id },
        data: { endedEarlyAt: [...nightly.endedEarlyAt, at(now.getTime())] },
      });
  },
  async ({ caseId }) => {
    const planned = await db.maintenance.findFirst({ where: { caseId } });
    if (planned) await db.maintenance.delete({ where: { id: planned.id } });
  },
  ({ id }, _, { pick }) => db.snitch.update({ where: { id }, data: { tags: pick(2) ? ["db"] : [] } }),
  ({ id }, now, { pick, at }) =>
    db.snitch.update({
      where: { id },
      data: { ...SCHEDULES[pick(SCHEDULES.length)], ...(pick(2) && { rescheduledAt: at(now.getTime()) }) },
    }),
  (_, now, { at, pick }) => {
    const startsAt = at(now.getTime());
    const endsAt = new Date(startsAt.getTime() + pick(DAY_MS / 4));
    return db.alertHold.create({ data: { startsAt, heldAt: startsAt, endsAt } });
  },
  () => query("DELETE FROM alert_holds WHERE starts_at = (SELECT max(starts_at) FROM alert_holds)"),
  ({ id }, now, { at, pick }) =>
    transaction(async (sql) => {
      const startedAt = at(now.getTime());
      await sql("UPDATE snitches SET last_run_at = $2 WHERE id = $1", [id, now]);
      await saveRuns(sql, [{ snitchId: id, run: aSucceededRun(startedAt, pick(DAY_MS / 8)) }]);
    }),
];

const aSucceededRun = (startedAt: Date, durationMs: number): Run =>
  aRunningRun(startedAt, {
    id: buildRunId(newId(), startedAt),
    aliveAt: null,
    endedAt: new Date(startedAt.getTime() + durationMs),
    outcome: "succeeded",
    exitStatus: "0",
    durationMs,
  });

const readSnitches = async (caseId: string): Promise<CountedSnitch[]> =>
  (await db.snitch.findMany({ where: { caseId }, orderBy: { id: "asc" } })).map((row) => ({
    ...toScheduleTerms(row),
    id: row.id,
    caseId,
    createdAt: row.createdAt,
  }));

/** As if nothing were stored. */
async function recount(snitches: CountedSnitch[], from: Date, to: Date, now: Date) {
  const context = await loadContext(snitches, from, to, now);
  const counts = await countDays(snitches, { from, to }, context, now);
  return snitches.map(({ id }) => {
    const sum = { ...NO_DAY };
    for (const day of counts.get(id)?.values() ?? []) addDay(sum, day);
    return sum;
  });
}

const steps = runsFor("worker/day-counts.test.ts");

test("whatever changes in the past, what is stored and what is counted now are together what a count from nothing says", async () => {
  let rows = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + 2; seed += 1) {
    const random = randomFrom(seed);
    const { pick, at } = random;
    const { id: caseId } = await aCase();
    for (const columns of SCHEDULES)
      await aSnitch({
        caseId,
        ...columns,
        status: "healthy",
        deadline: new Date("2026-04-01T00:00Z"),
        createdAt: start,
      });
    let now = new Date(start.getTime() + (DAYS / 2) * DAY_MS + pick(DAY_MS));
    for (const { id } of await readSnitches(caseId))
      await report(
        id,
        Array.from({ length: 300 }, () => at(now.getTime())),
        random,
      );
    for (let step = 0; step < steps; step += 1) {
      if (pick(3) === 0) await countFinishedDays(now, () => 0);
      const snitches = await readSnitches(caseId);
      const snitch = snitches[pick(snitches.length)];
      const change = pick(CHANGES.length);
      if (snitch) await CHANGES[change]?.(snitch, now, random);
      if (pick(8) === 0) now = new Date(now.getTime() + pick(DAY_MS));
      const [from, to] = pick(2) ? [start, now] : [at(now.getTime()), now];
      const current = await readSnitches(caseId);
      const sums = await countRange(current, from, to, now);
      const where = `seed ${seed}, step ${step}, change ${change}, from ${from.toISOString()}, now ${now.toISOString()}`;
      const expected = await recount(current, from, to, now);
      for (const [i, { id, schedule, interval }] of current.entries())
        expect(sums.get(id), `${where}, ${schedule ?? interval}`).toEqual(expected[i]);
    }
    await countFinishedDays(now, () => 0);
    rows += await db.dayCount.count({
      where: { snitchId: { in: (await readSnitches(caseId)).map(({ id }) => id) } },
    });
    await db.case.delete({ where: { id: caseId } });
    await db.alertHold.deleteMany();
  }
  expect(rows).toBeGreaterThan(SCHEDULES.length * 5);
  await countFinishedDays(new Date("2026-03-20T00:00Z"), () => 0);
  expect(await db.dayCount.count()).toBe(0);
  expect(await db.pastChange.count()).toBe(0);
}, 900_000);

test("a count that is stored is read, and not made again", async () => {
  const now = new Date("2026-03-20T12:00Z");
  const snitch = await aSnitch({
    status: "healthy",
    deadline: new Date("2026-03-21T00:00Z"),
    createdAt: start,
  });
  await report(snitch.id, [new Date("2026-03-05T01:00Z")], randomFrom(1));
  await countFinishedDays(now, () => 0);
  const snitches = await readSnitches(snitch.caseId);
  const before = await countRange(snitches, start, now, now);
  await query("UPDATE day_counts SET unknown = unknown + 1000 WHERE snitch_id = $1 AND day = '2026-03-05'", [
    snitch.id,
  ]);
  const after = await countRange(snitches, start, now, now);
  expect(after.get(snitch.id)?.unknown).toBe((before.get(snitch.id)?.unknown ?? 0) + 1_000);
});
