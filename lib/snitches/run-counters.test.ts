import { expect, test } from "vitest";
import { db, pool } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { buildRunId } from "@/lib/rules/runs/run";
import { aSnitch } from "@/testing/factories";
import { seededRandom } from "@/testing/random-history";
import { readRunCounters, storeRunCounters } from "./run-counters";

const tuesday = new Date("2026-03-10T00:00Z");
const after = (ms: number) => new Date(tuesday.getTime() + ms);

/** A run that took so many milliseconds, and its finish. */
async function aFinishedRun(
  snitchId: string,
  at: Date,
  ms: number,
  given: { outcome?: "succeeded" | "failed" | "overran"; reportedMs?: number } = {},
) {
  const id = buildRunId(newId(), at);
  const endedAt = new Date(at.getTime() + ms);
  const { outcome = "succeeded", reportedMs } = given;
  await db.run.create({
    data: {
      id,
      snitchId,
      at,
      startedAt: at,
      endedAt,
      lastFinishAt: endedAt,
      outcome,
      reportedMs,
      durationMs: ms,
    },
  });
  const finish = {
    snitchId,
    runId: id,
    exitStatus: "",
    kind: outcome === "failed" ? ("violation" as const) : ("finish" as const),
  };
  await db.checkIn.create({ data: { ...finish, kind: "start", at } });
  await db.checkIn.create({ data: { ...finish, at: endedAt } });
  return { id, finish };
}

const aMiss = (snitch: { id: string; caseId: string }, at: Date, given = {}) =>
  db.alert.create({
    data: {
      caseId: snitch.caseId,
      snitchId: snitch.id,
      kind: "missing",
      from: "healthy",
      to: "failed",
      at,
      createdAt: at,
      ...given,
    },
  });

async function read(id: string, now: Date) {
  const { id: _, ...counters } = (await readRunCounters([id], now)).get(id) ?? { id };
  return counters;
}

test("runs count once, by how their first finish ended, plain check-ins as succeeded or failed, and misses without reminders", async () => {
  const snitch = await aSnitch({ status: "healthy" });
  const { id } = snitch;
  await aFinishedRun(id, after(0), 5_000);
  const { finish } = await aFinishedRun(id, after(MINUTE_MS), 61_000, { outcome: "failed" });
  // The job says later that it had succeeded.
  await db.checkIn.create({ data: { ...finish, kind: "finish", at: after(5 * MINUTE_MS) } });
  await aFinishedRun(id, after(10 * MINUTE_MS), HOUR_MS, { outcome: "overran" });
  await aFinishedRun(id, after(20 * MINUTE_MS), HOUR_MS, { reportedMs: 900 });
  for (const [i, exitStatus] of ["", "0", "1"].entries())
    await db.checkIn.create({ data: { snitchId: id, at: after(30 * MINUTE_MS + i), exitStatus } });
  await db.checkIn.create({
    data: { snitchId: id, at: after(40 * MINUTE_MS), exitStatus: "", accepted: false },
  });
  await db.checkIn.create({ data: { snitchId: id, at: after(41 * MINUTE_MS), exitStatus: "", kind: "log" } });
  await aMiss(snitch, after(0));
  await aMiss(snitch, after(1), { isReminder: true });
  await aMiss(snitch, after(2), { isExcused: true });
  await aMiss(snitch, after(3), { disprovedAt: after(4) });

  const counters = {
    ...{ succeeded: 4, failed: 2, overran: 1, misses: 2 },
    ...{ within: [1, 2, 2, 3, 3, 4, 4, 4], timed: 4, timedMs: 5_000 + 61_000 + HOUR_MS + 900 },
  };
  expect(await read(id, after(DAY_MS))).toEqual(counters);
  await storeRunCounters(after(DAY_MS));
  await storeRunCounters(after(DAY_MS));
  expect(await read(id, after(DAY_MS))).toEqual(counters);
  // As the oldest month is dropped.
  await pool.query("DELETE FROM check_ins WHERE snitch_id = $1", [id]);
  await pool.query("DELETE FROM runs WHERE snitch_id = $1", [id]);
  await pool.query("DELETE FROM alerts WHERE snitch_id = $1", [id]);
  expect(await read(id, after(DAY_MS))).toEqual(counters);
});

test("no counter ever falls, and none counts twice, whenever they are stored and whatever is deleted", async () => {
  const random = seededRandom(11);
  const any = (limit: number) => Math.floor(random() * limit);
  const snitches = [];
  for (let n = 0; n < 5; n += 1) snitches.push(await aSnitch({ status: "healthy" }));
  const ids = snitches.map(({ id }) => id);
  const total = new Map(ids.map((id) => [id, { runs: 0, misses: 0 }]));
  let before = new Map<string, number[]>();
  let now = tuesday;
  for (let step = 0; step < 120; step += 1) {
    now = new Date(now.getTime() + any(40 * MINUTE_MS));
    const snitch = snitches[any(5)];
    const sums = snitch && total.get(snitch.id);
    if (!sums) throw new Error("There is none.");
    switch (any(7)) {
      case 0:
        await db.checkIn.create({ data: { snitchId: snitch.id, at: now, exitStatus: any(2) ? "1" : "" } });
        sums.runs += 1;
        break;
      case 1:
      case 2: {
        const ms = any(30 * MINUTE_MS);
        const outcome = (["succeeded", "failed", "overran"] as const)[any(3)];
        // Its start may be counted long before its finish.
        await aFinishedRun(snitch.id, new Date(now.getTime() - ms), ms, { outcome });
        sums.runs += 1;
        break;
      }
      case 3:
        await aMiss(snitch, new Date(now.getTime() - any(30 * HOUR_MS)), { createdAt: now });
        sums.misses += 1;
        break;
      case 4:
        await Promise.all([storeRunCounters(now), storeRunCounters(now)]);
        break;
      case 5: {
        // What is stored may go.
        const { rows } = await pool.query(
          "SELECT min(counted_until) AS until FROM run_counters WHERE snitch_id = ANY($1::uuid[])",
          [ids],
        );
        const { rows: stored } = await pool.query(
          "SELECT count(*)::int AS count FROM run_counters WHERE snitch_id = ANY($1::uuid[])",
          [ids],
        );
        if (stored[0]?.count < 5) break;
        await pool.query("DELETE FROM check_ins WHERE snitch_id = ANY($1::uuid[]) AND at <= $2", [
          ids,
          rows[0]?.until,
        ]);
        break;
      }
      default:
        // A late report disproves a miss, and a finish corrects a run.
        await db.alert.updateMany({ where: { snitchId: snitch.id }, data: { disprovedAt: now } });
    }
    const read = await readRunCounters(ids, now);
    const values = new Map(
      [...read.values()].map(({ id, within, ...counts }) => [
        id,
        [...Object.values(counts), ...within] as number[],
      ]),
    );
    for (const [id, found] of values)
      for (const [i, value] of found.entries())
        expect(value, `step ${step}`).toBeGreaterThanOrEqual(before.get(id)?.[i] ?? 0);
    before = values;
    for (const [id, { succeeded, failed, overran, misses }] of read)
      expect([succeeded + failed + overran, misses], `step ${step}`).toEqual(
        Object.values(total.get(id) ?? {}),
      );
  }
});

test("deleting a snitch deletes its counters", async () => {
  const { id } = await aSnitch({ status: "healthy" });
  await storeRunCounters(tuesday);
  expect(await db.runCounter.count({ where: { snitchId: id } })).toBe(1);
  await db.snitch.delete({ where: { id } });
  expect(await db.runCounter.count({ where: { snitchId: id } })).toBe(0);
});
