import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { replayDeferred } from "@/lib/monitoring/replay-deferred";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db, pool } from "@/lib/platform/db";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/apply-time";
import { CheckInServerProcess } from "@/lib/testing/check-in-server-process";
import { NEVER_LOST_MS } from "@/lib/testing/connection";
import { checkIn } from "@/lib/testing/continuous-jobs";
import { aCase, aSnitch } from "@/lib/testing/factories";
import { openFlakyLine } from "@/lib/testing/flaky-connection";

const DATA = path.resolve(".data", "test", `doubt-${process.pid}`);
const databaseUrl = process.env.DATABASE_URL ?? "";
const line = await openFlakyLine(databaseUrl);
let [cutOff, sound]: CheckInServerProcess[] = [];

beforeAll(async () => {
  cutOff = await CheckInServerProcess.open({ databaseUrl: line.url, dataDir: path.join(DATA, "cut-off") });
  sound = await CheckInServerProcess.open({ databaseUrl, dataDir: path.join(DATA, "sound") });
}, 60_000);
afterAll(async () => {
  await Promise.all([cutOff, sound].map((door) => door?.signal("SIGTERM")));
  await rm(DATA, { recursive: true, force: true });
});

const toldOf = async (snitchId: string) =>
  (await db.alert.findMany({ where: { snitchId }, orderBy: { at: "asc" } })).map(({ kind, from, at }) => ({
    kind,
    from,
    at,
  }));

async function sweep() {
  await replayDeferred(NEVER_LOST_MS);
  await sweepDeadlines(new Date(), NEVER_LOST_MS);
}

const soon = { timeout: 15_000, interval: 20 };

test("while one door's journal waits, a check-in through another tells of no miss; then each true one is told", async () => {
  const owner = await aCase();
  // Locks are taken in the order of ids: who holds this one keeps the journal from being replayed.
  const first = await aSnitch({ caseId: owner.id });
  const lastMoment = Date.now() + 3_000;
  const deadline = new Date(lastMoment - DEADLINE_ALLOWANCE_MS);
  const aJob = () => aSnitch({ caseId: owner.id, status: "healthy", interval: "daily", deadline });
  const [inTime, late, erring] = [await aJob(), await aJob(), await aJob()];

  line.become("cut");
  expect(await checkIn(`${cutOff?.url}/${first.token}`)).toBe(202);
  expect(await checkIn(`${cutOff?.url}/${inTime.token}`)).toBe(202);
  const holder = await pool.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM snitches WHERE id = $1 FOR UPDATE", [first.id]);
  line.become("sound");
  await vi.waitFor(async () => expect(await db.journal.count()).toBe(1), soon);
  await sleep(lastMoment + 100 - Date.now());
  const from = Date.now();
  for (const path of [inTime.token, late.token, `${erring.token}?s=1`, late.token])
    expect(await checkIn(`${sound?.url}/${path}`)).toBe(202);
  await sweep();

  expect(await db.alert.count()).toBe(0);
  expect(await db.checkIn.count({ where: { snitchId: late.id } })).toBe(2);

  await holder.query("ROLLBACK");
  holder.release();
  await vi.waitFor(async () => expect(await db.journal.count()).toBe(0), soon);
  await sweep();
  await sweep();

  expect(await toldOf(inTime.id)).toEqual([]);
  const missing = { kind: "missing", from: "healthy", at: deadline };
  const [miss, recovery, ...more] = await toldOf(late.id);
  expect([miss, recovery?.kind, recovery?.from, more]).toEqual([missing, "reporting", "failed", []]);
  expect(recovery?.at.getTime()).toBeGreaterThanOrEqual(from);
  const [missToo, error, ...rest] = await toldOf(erring.id);
  expect([missToo, error?.kind, error?.from, rest]).toEqual([missing, "errored", "failed", []]);
  for (const [{ id }, status] of [
    [inTime, "healthy"],
    [late, "healthy"],
    [erring, "errored"],
  ] as const)
    expect(await db.snitch.findUnique({ where: { id } })).toMatchObject({ status, deferredSince: null });
}, 60_000);
