import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { eventually } from "@/testing/eventually";
import { openFlakyConnection } from "@/testing/flaky-connection";

const DATA = path.resolve(".data", "test", `recorder-${process.pid}`);
const real = process.env.DATABASE_URL ?? "";
const connection = await openFlakyConnection(real);
process.env.DATABASE_URL = connection.url;
process.env.DATA_DIR = DATA;
const { default: pg } = await import("pg");
const { mayMissCheckIns } = await import("./sweep-guard");
const { startRecorder, stopRecorder } = await import("./recorder");
const { msSinceStall, STALLED_AFTER_MS, stall, watchStalls, watchStallsOnDemand } = await import(
  "@/lib/platform/database-stall"
);
const { pool, query } = await import("@/lib/platform/db");
const { NEVER_LOST_MS } = await import("@/testing/connection");
const { ACTOR, aSnitch } = await import("@/testing/factories");
const { pauseSnitch } = await import("@/lib/monitoring/pause");

const direct = new pg.Client(real);
await direct.connect();

afterEach(async () => {
  await stopRecorder();
  await direct.query("DELETE FROM recorders");
});
afterAll(async () => {
  await direct.end();
  await rm(DATA, { recursive: true, force: true });
});

const recordedMsAgo = async () => {
  const { rows } = await direct.query<{ ms: number }>(
    "SELECT (extract(epoch FROM clock_timestamp() - recorded_until) * 1000)::float AS ms FROM recorders",
  );
  return rows.map(({ ms }) => ms);
};
const aRecorder = (secondsAgo: number) =>
  direct.query(
    "INSERT INTO recorders (id, owner, recorded_until) VALUES ($1, 'host 1', clock_timestamp() - $2 * interval '1 second')",
    [secondsAgo, secondsAgo],
  );
const mayMiss = () => mayMissCheckIns(query, NEVER_LOST_MS);

test("a process says until when it has recorded its check-ins, and nothing after it has left", async () => {
  await startRecorder(() => 0);
  expect(await recordedMsAgo()).toEqual([expect.closeTo(0, -3)]);
  expect(await mayMiss()).toBe(false);

  await stopRecorder();
  expect(await recordedMsAgo()).toEqual([]);
});

test("a check-in that waits is not recorded yet", async () => {
  await startRecorder(() => 60_000);
  expect((await recordedMsAgo())[0]).toBeGreaterThanOrEqual(60_000);
});

test("a process whose journal is not announced says nothing, and does not leave", async () => {
  void startRecorder(() => Number.POSITIVE_INFINITY);
  await stopRecorder();
  expect(await recordedMsAgo()).toEqual([]);
});

test.each([
  [0, false],
  [11, false],
  [13, true],
  [19, true],
  [21, false],
])("a process that said so %s seconds ago may hold check-ins: %s", async (secondsAgo, expected) => {
  await aRecorder(secondsAgo);
  expect(await mayMiss()).toBe(expected);
});

/** As in a process that has not asked for a minute whether the database was stalled. */
function becomeIdle() {
  clearTimeout(stall.timer ?? undefined);
  Object.assign(stall, { timer: null, endedAt: Number.NEGATIVE_INFINITY });
  watchStallsOnDemand();
}

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);

test.each([
  ["is applied at once if every process has recorded what could have prevented its miss", 90, true],
  ["is refused if one may hold a check-in that could", 65, false],
])("in an idle process, the first change of an overdue snitch %s", async (_, deadlineAgo, isApplied) => {
  becomeIdle();
  await aRecorder(15);
  const { caseId, token } = await aSnitch({ status: "healthy", deadline: secondsAgo(deadlineAgo) });
  const terms = { until: "healthy", endsAt: null } as const;
  const change = pauseSnitch(caseId, token, terms, new Date(), ACTOR);
  if (isApplied) await change;
  else await expect(change).rejects.toMatchObject({ type: "service_unavailable" });
});

test("after a stall of the database, no one is called missing until every process has said that it recorded all", async () => {
  watchStalls();
  stall.endedAt = Number.NEGATIVE_INFINITY;
  await aRecorder(0);
  await eventually(async () => expect(await mayMiss()).toBe(false));
  connection.become("silent");
  await eventually(() => expect(msSinceStall()).toBe(0));
  expect(await mayMissCheckIns(async () => [], NEVER_LOST_MS)).toBe(true);

  connection.become("cut");
  connection.become("sound");
  await eventually(() => expect(msSinceStall()).toBeGreaterThan(0));
  // Connections that were cut fail once.
  await eventually(async () => expect(await mayMiss()).toBe(true));
  await eventually(async () => {
    await direct.query("UPDATE recorders SET recorded_until = clock_timestamp()");
    expect(await mayMiss()).toBe(false);
  });
});

test.each([
  [4, true],
  [7, false],
])(
  "%s seconds after a stall, a process that began in it may hold check-ins: %s",
  async (seconds, expected) => {
    watchStalls();
    stall.endedAt = performance.now() - seconds * 1_000;
    expect(await mayMiss()).toBe(expected);
  },
);

test("a statement that took too long shows the stall on its own", async () => {
  await aRecorder(0);
  const slowly: typeof query = async (text, values) => {
    const rows = await query(text, values);
    await new Promise((resolve) => setTimeout(resolve, STALLED_AFTER_MS + 100));
    return rows as never;
  };
  expect(await mayMissCheckIns(slowly, NEVER_LOST_MS)).toBe(true);
  expect(await mayMiss()).toBe(true);
});

test("a process that watches on demand decides nothing until every process has spoken since it was asked", async () => {
  becomeIdle();
  await aRecorder(0);
  expect(await mayMiss()).toBe(true);
  expect(stall.timer).not.toBeNull();
  await eventually(async () => {
    await direct.query("UPDATE recorders SET recorded_until = clock_timestamp()");
    expect(await mayMiss()).toBe(false);
  });

  stall.wantedAt = performance.now() - 61_000;
  await eventually(() => expect(stall.timer).toBeNull());
});

test("a process that asks the database other things asks it nothing more, and one that does not, once a second", async () => {
  watchStalls();
  const spy = vi.spyOn(pool, "query");
  const asked = () => spy.mock.calls.filter(([text]) => String(text) === "SELECT 1").length;
  await eventually(() => expect(asked()).toBeGreaterThanOrEqual(3));

  const before = asked();
  let slowTurns = 0;
  for (let turns = 0; turns < 30; turns += 1) {
    const startedAt = performance.now();
    await pool.query("SELECT 2");
    await new Promise((resolve) => setTimeout(resolve, 100));
    // The machine was too busy to ask other things as often.
    if (performance.now() - startedAt > 900) slowTurns += 1;
  }
  // One question may have been on its way.
  expect(asked() - before).toBeLessThanOrEqual(1 + slowTurns);
  spy.mockRestore();
});
