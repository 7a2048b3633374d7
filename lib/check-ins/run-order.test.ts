import fc from "fast-check";
import { expect, test } from "vitest";
import { pauseSnitch, unpauseSnitch } from "@/lib/monitoring/pause";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import type { CheckIn } from "@/lib/rules/reports/check-in";
import { NO_FACTS } from "@/lib/rules/runs/run";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import {
  isSignal,
  MODEL,
  type ModelPause,
  type ModelRun,
  type ModelSignal,
  runModel,
} from "@/testing/run-model";
import { runsFor } from "@/testing/runs";
import { countAllStatements } from "@/testing/statements";
import { record } from "./record";

const BASE = new Date("2026-03-10T02:00:00Z");
const instant = (second: number) => new Date(BASE.getTime() + second * 1_000);
const toSecond = (at: Date | null) => at && (at.getTime() - BASE.getTime()) / 1_000;

/** Signals of four named runs and of a job that names none, at different times within 50 minutes. */
const signals = fc
  .uniqueArray(
    fc.record({
      second: fc.integer({ min: 0, max: 3_000 }),
      kind: fc.constantFrom("start" as const, "finish" as const),
      rid: fc.constantFrom("a", "b", "c", "d", null, null, null),
      exitStatus: fc.constantFrom("", "", "0", "1"),
    }),
    { selector: ({ second }) => second, minLength: 2, maxLength: 14 },
  )
  .map((some) => some.sort((one, other) => one.second - other.second));

const aCheckIn = (token: string, { second, kind, rid, exitStatus, host = "" }: ModelSignal): CheckIn => ({
  ...PLAIN_CHECK_IN,
  id: newId(instant(second)),
  token,
  at: instant(second),
  exitStatus: kind === "start" ? "" : exitStatus,
  signal: { ...NO_FACTS, host, kind, rid, isInPath: true },
});

const aWatchedSnitch = () =>
  aSnitch({
    status: "healthy",
    deadline: new Date("2026-03-12T00:00Z"),
    maxRuntime: MODEL.maxRuntime,
    minRuntime: MODEL.minRuntime,
  });

async function readState(snitchId: string) {
  const { status, running, lastRunId } = await db.snitch.findUniqueOrThrow({ where: { id: snitchId } });
  const runs = await db.run.findMany({ where: { snitchId } });
  return {
    status,
    running,
    isLastRunKept: lastRunId === null || runs.some(({ id }) => id === lastRunId),
    runs: runs.map(
      ({ rid, startedAt, aliveAt, endedAt, outcome }): SeenRun => ({
        rid,
        started: toSecond(startedAt),
        alive: toSecond(aliveAt),
        ended: toSecond(endedAt),
        outcome,
      }),
    ),
  };
}

type SeenRun = Omit<ModelRun, "host" | "exceeded" | "endedWell" | "saysWell">;

const sorted = (runs: SeenRun[]) =>
  runs
    .map(({ rid, started, alive, ended, outcome }) => JSON.stringify([rid, started, alive, ended, outcome]))
    .sort();

/** The order of arrival: any, and some signals twice, as a journal that is replayed again sends them. */
const arrivals = signals.chain((inOrder) =>
  fc.record({
    inOrder: fc.constant(inOrder),
    order: fc.shuffledSubarray(
      inOrder.map((_, i) => i),
      { minLength: inOrder.length },
    ),
    again: fc.subarray(inOrder.map((_, i) => i)),
    batchSize: fc.integer({ min: 1, max: 5 }),
    /** Two servers record at the same time. */
    areTwo: fc.boolean(),
  }),
);

type Arrival = typeof arrivals extends fc.Arbitrary<infer Value> ? Value : never;

async function arrive(token: string, { inOrder, order, again, batchSize, areTwo }: Arrival): Promise<void> {
  const checkIns = inOrder.map((signal) => aCheckIn(token, signal));
  const arriving = [...order, ...again].flatMap((i) => checkIns[i] ?? []);
  const batches: CheckIn[][] = [];
  for (let i = 0; i < arriving.length; i += batchSize) batches.push(arriving.slice(i, i + batchSize));
  for (let i = 0; i < batches.length; i += areTwo ? 2 : 1) {
    const together = batches.slice(i, i + (areTwo ? 2 : 1));
    for (const results of await Promise.all(together.map((batch) => record(batch, { replayed: true })))) {
      for (const { kind } of results) expect(kind).toBe("recorded");
    }
  }
}

// A snitch does not know why it is missing. So the status is not compared if a run overran and another report, from before or
// after the limit, arrives out of order: an alert was sent already.

/** If the repeat arrives before the first finish of its run, it has counted as a report before it is known as a repeat. */
function repeatsAFinish(inOrder: ModelSignal[]): boolean {
  const named = inOrder.flatMap(({ kind, rid }) => (kind === "finish" && rid ? [rid] : []));
  return new Set(named).size < named.length;
}

/** The finish that ended the run in time arrives after the one that corrected it. */
const earlierFinishLast: Arrival = {
  inOrder: [
    { second: 104, kind: "start", rid: "c", exitStatus: "" },
    { second: 587, kind: "finish", rid: "c", exitStatus: "1" },
    { second: 1_906, kind: "finish", rid: "c", exitStatus: "" },
  ],
  order: [0, 2, 1],
  again: [],
  batchSize: 1,
  areTwo: false,
};

/** A finish arrives after the two runs that it makes one: its name is not free again for an hour, because its run has no start. */
const firstFinishLast: Arrival = {
  inOrder: [
    { second: 136, kind: "finish", rid: "d", exitStatus: "0" },
    { second: 138, kind: "start", rid: "d", exitStatus: "" },
    { second: 1_016, kind: "finish", rid: "d", exitStatus: "" },
    { second: 1_077, kind: "start", rid: "d", exitStatus: "" },
  ],
  order: [2, 1, 3, 0],
  again: [],
  batchSize: 1,
  areTwo: false,
};

/** A healthy report arrives after two errors of one period, of which only the first was alerted, and is between them. */
const healthyReportLast: Arrival = {
  inOrder: [
    { second: 11, kind: "finish", rid: null, exitStatus: "1" },
    { second: 41, kind: "finish", rid: null, exitStatus: "" },
    { second: 2_176, kind: "finish", rid: null, exitStatus: "1" },
  ],
  order: [0, 2, 1],
  again: [],
  batchSize: 1,
  areTwo: false,
};

/** In one batch, a start from before all runs of the job, and one from after them. */
const firstAndLastTogether: Arrival = {
  inOrder: [
    { second: 29, kind: "start", rid: null, exitStatus: "" },
    { second: 116, kind: "start", rid: null, exitStatus: "" },
    { second: 1_275, kind: "finish", rid: null, exitStatus: "1" },
    { second: 1_308, kind: "finish", rid: null, exitStatus: "1" },
    { second: 1_773, kind: "start", rid: null, exitStatus: "" },
    { second: 2_768, kind: "start", rid: null, exitStatus: "" },
  ],
  order: [1, 3, 2, 4, 0, 5],
  again: [],
  batchSize: 2,
  areTwo: false,
};

const RUNS = runsFor("lib/check-ins/run-order.test.ts");

const END_SECOND = 3_000 + MODEL.maxRuntime + MODEL.allowance;

test("runs and status are what they would be in order of time, in whatever order signals arrive", async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, async (arrival) => {
      const snitch = await aWatchedSnitch();
      await arrive(snitch.token, arrival);
      await sweepDeadlines(instant(END_SECOND), NEVER_LOST_MS);

      const expected = runModel(arrival.inOrder, END_SECOND);
      const state = await readState(snitch.id);
      expect(sorted(state.runs)).toEqual(sorted(expected.runs));
      expect(state.running).toBe(0);
      expect(state.isLastRunKept).toBe(true);
      const overran = expected.runs.some(({ outcome }) => outcome === "overran");
      const isEvaluated = !repeatsAFinish(arrival.inOrder) && (expected.status === "healthy" || !overran);
      if (isEvaluated) expect(state.status).toBe(expected.status);
    }),
    {
      numRuns: RUNS,
      examples: [[earlierFinishLast], [firstFinishLast], [healthyReportLast], [firstAndLastTogether]],
    },
  );
}, 300_000);

test("in order of time, there is one overrun alert for each run that overran, and it names the run", async () => {
  await fc.assert(
    fc.asyncProperty(signals, async (inOrder) => {
      const snitch = await aWatchedSnitch();
      for (const signal of inOrder) await record([aCheckIn(snitch.token, signal)], { replayed: true });
      await sweepDeadlines(instant(END_SECOND), NEVER_LOST_MS);

      const overran = runModel(inOrder, END_SECOND).runs.filter(({ outcome }) => outcome === "overran");
      const alerts = await db.alert.findMany({ where: { snitchId: snitch.id, cause: "overran" } });
      expect(alerts.map(({ at }) => toSecond(at)).sort()).toEqual(
        overran.map(({ exceeded }) => exceeded).sort(),
      );
    }),
    { numRuns: Math.ceil(RUNS / 2) },
  );
}, 300_000);

test("in one batch, many signals out of order take as many statements as one", async () => {
  const countFor = async (rids: string[]) => {
    const { token } = await aWatchedSnitch();
    const listSignals = (kind: "start" | "finish", from: number) =>
      rids.map((rid, i) => aCheckIn(token, { second: from + i, kind, rid, exitStatus: "" }));
    await record(listSignals("finish", 100), { replayed: true });
    return countAllStatements(() => record(listSignals("start", 10), { replayed: true }));
  };
  expect(await countFor(["a", "b", "c", "d"])).toBe(await countFor(["a"]));
});

test("a finish before the latest keep-alive ends its run, although that began 40 days before", async () => {
  const { id, token } = await aSnitch({ status: "healthy", deadline: new Date("2026-03-12T00:00Z") });
  const began = -40 * 86_400;
  for (const [kind, second] of [
    ["start", began],
    ["start", 10],
    ["finish", 9],
  ] as const)
    await record([aCheckIn(token, { second, kind, rid: "service", exitStatus: "" })], { replayed: false });
  expect((await readState(id)).runs).toEqual([
    expect.objectContaining({ started: began, ended: 9, outcome: "succeeded" }),
  ]);
});

type JobEvent = ModelSignal | ModelPause;

/**
 * What jobs on two machines send that lose finishes, restart and try again with other names, and what people pause meanwhile, at
 * any second of 50 minutes.
 */
const jobEvents = fc
  .uniqueArray(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          second: fc.integer({ min: 0, max: 3_000 }),
          // More starts than finishes: some finishes are lost.
          kind: fc.constantFrom("start" as const, "start" as const, "finish" as const),
          rid: fc.constantFrom("a", "b", "c", "d", "e", "f", null),
          exitStatus: fc.constantFrom("", "", "1"),
          host: fc.constantFrom("", "db1", "db1", "db2"),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          second: fc.integer({ min: 0, max: 3_000 }),
          kind: fc.constantFrom("pause" as const, "unpause" as const),
        }),
      },
    ),
    { selector: ({ second }) => second, minLength: 3, maxLength: 18 },
  )
  .map((some): JobEvent[] => some.sort((one, other) => one.second - other.second));

const LAST_SECOND = 3_000 + MODEL.maxRuntime + MODEL.allowance;

test("lost finishes, restarts, retries and pauses raise exactly the alerts of the model, and none inside a pause", async () => {
  await fc.assert(
    fc.asyncProperty(jobEvents, fc.array(fc.integer({ min: 0, max: 3_000 })), async (inOrder, sweeps) => {
      const { id, caseId, token } = await aWatchedSnitch();
      const looks = sweeps.map((second) => ({ second, kind: "sweep" as const }));
      for (const event of [...inOrder, ...looks].sort((one, other) => one.second - other.second)) {
        const at = instant(event.second);
        if (event.kind === "sweep") await sweepDeadlines(at, NEVER_LOST_MS);
        else if (event.kind === "pause")
          await pauseSnitch(caseId, token, { until: "unpaused", endsAt: null }, at, ACTOR);
        else if (event.kind === "unpause") await unpauseSnitch(caseId, token, at, ACTOR);
        else if (isSignal(event)) await record([aCheckIn(token, event)], { replayed: true });
      }
      await unpauseSnitch(caseId, token, instant(LAST_SECOND), ACTOR);
      await sweepDeadlines(instant(LAST_SECOND), NEVER_LOST_MS);

      const expected = runModel([...inOrder, { second: LAST_SECOND, kind: "unpause" }], LAST_SECOND);
      const state = await readState(id);
      expect(sorted(state.runs)).toEqual(sorted(expected.runs));
      const alerts = await db.alert.findMany({ where: { snitchId: id, kind: "missing" } });
      const exceeded = expected.runs.flatMap((run) => run.exceeded ?? []);
      expect(alerts.map(({ at }) => toSecond(at)).sort()).toEqual(exceeded.sort());
      const pauses = await db.pause.findMany({ where: { snitchId: id } });
      const isInPause = (at: Date) => pauses.some(({ startsAt, endsAt }) => at >= startsAt && at <= endsAt);
      expect(alerts.filter(({ at }) => isInPause(at))).toEqual([]);
    }),
    { numRuns: RUNS * 2 },
  );
}, 600_000);
