import { expect, test } from "vitest";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aCase, aMember, aSnitch } from "@/testing/factories";
import { requestProtocol } from "@/testing/protocol-request";
import { seededRandom } from "@/testing/random-history";
import { FIRST_SEED, runsFor } from "@/testing/runs";
import { applyLateReports } from "./apply";

const RUNS = runsFor("lib/late-reports/runs-simulation.test.ts");

const tuesday = new Date("2026-03-10T00:00Z").getTime();
const HOURS = 14;

/** A request of a run: when it happened, and when it came. */
type Signal = { path: string; query: string; atMs: number; receivedMs: number };

/** Hourly runs. Most take less than the ten minutes that they may; some fail, take longer, never end, or are not there. */
function randomSignals(seed: number): Signal[] {
  const random = seededRandom(seed);
  const isNamed = random() < 0.6;
  const signals: Signal[] = [];
  for (let hour = 0; hour < HOURS; hour += 1) {
    const startMs = tuesday + hour * HOUR_MS + Math.floor(random() * 30) * MINUTE_MS;
    const takesMs = (random() < 0.2 ? 13 : 4) * MINUTE_MS;
    const rid = isNamed ? `&rid=run-${hour}` : "";
    const kind = random();
    if (hour > 0 && kind < 0.12) continue;
    // The first run comes in time: no one waits for a job before.
    const delay = () => (hour > 0 && random() < 0.4 ? Math.floor(random() * 5 * 60) * MINUTE_MS : 0);
    const add = (path: string, query: string, atMs: number) =>
      signals.push({ path, query: query + rid, atMs, receivedMs: atMs + delay() });
    add("/start", "", startMs);
    if (hour === 0 || kind > 0.2) add("", random() < 0.2 ? "&s=2" : "&s=0", startMs + takesMs);
  }
  return signals;
}

async function live(signals: Signal[], isLate: boolean) {
  const { id: caseId } = await aCase({ plan: "unlimited" });
  await aMember({ caseId });
  const createdAt = new Date(tuesday - HOUR_MS);
  const { id, token } = await aSnitch({ caseId, interval: "hourly", maxRuntime: 600, createdAt });
  const receivedMs = (signal: Signal) => (isLate ? signal.receivedMs : signal.atMs);
  const arriving = signals.toSorted(
    (one, other) => receivedMs(one) - receivedMs(other) || one.atMs - other.atMs,
  );
  const endMs = tuesday + (HOURS + 6) * HOUR_MS;
  for (let nowMs = tuesday; nowMs <= endMs; nowMs += 5 * MINUTE_MS) {
    for (const signal of arriving.splice(0, arriving.filter((one) => receivedMs(one) <= nowMs).length)) {
      const at = new Date(receivedMs(signal));
      const age = (receivedMs(signal) - signal.atMs) / 1_000;
      const { path, query } = signal;
      const url = `/${token}${path}?${age > 0 ? `age=${age}` : ""}${query}`;
      expect(await requestProtocol(url, { at }), url).toMatchObject({ status: 202 });
      await applyLateReports(at, NEVER_LOST_MS);
    }
    if (nowMs % HOUR_MS === 5 * MINUTE_MS || nowMs === endMs)
      await sweepDeadlines(new Date(nowMs), NEVER_LOST_MS);
  }
  const { status, checkedInAt, missingSince, deadline } = await db.snitch.findUniqueOrThrow({
    where: { id },
  });
  const runs = await db.run.findMany({
    where: { snitchId: id },
    select: { rid: true, startedAt: true, endedAt: true, outcome: true, durationMs: true, exitStatus: true },
    orderBy: [{ startedAt: "asc" }],
  });
  const open = await db.incident.count({ where: { snitchId: id, closedAt: null } });
  return { state: { status, checkedInAt, missingSince, runs, open }, deadline };
}

test(
  `${RUNS} random jobs whose starts and finishes come late have the runs and the state of the order of time`,
  async () => {
    let late = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      const signals = randomSignals(seed);
      late += signals.filter(({ atMs, receivedMs }) => receivedMs > atMs).length;
      const inOrder = await live(signals, false);
      const reported = await live(signals, true);
      const { missingSince, ...state } = reported.state;
      expect({ ...state, missingSince: inOrder.state.missingSince }, `seed ${seed}`).toEqual(inOrder.state);
      // The longest runtime of a run whose start comes late counts from then, because its end may be on its way.
      expect(Number(missingSince), `seed ${seed}`).toBeGreaterThanOrEqual(Number(inOrder.state.missingSince));
      expect(reported.deadline?.getTime() ?? 0).toBeGreaterThanOrEqual(inOrder.deadline?.getTime() ?? 0);
      await db.case.deleteMany();
    }
    expect(late).toBeGreaterThan(RUNS);
  },
  240_000 + RUNS * 12_000,
);
