import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aCase, aMember, aSnitch } from "@/testing/factories";
import { instant, performAfterCuts, type SimulatedSnitch, toScheduleInput } from "@/testing/live-through";
import { type HistoryEvent, randomHistory, type SnitchHistory, seededRandom } from "@/testing/random-history";
import { FIRST_SEED, runsFor } from "@/testing/runs";
import { applyLateReports } from "./apply";

const RUNS = runsFor("lib/late-reports/simulation.test.ts");

const WEEK = 7 * 1_440;

/** Before which event each event is sent: its own, or a later one if it is a report that comes late. */
type Order = number[];

async function begin({ plan, schedule }: SnitchHistory): Promise<SimulatedSnitch> {
  const theCase = await aCase({ plan });
  await aMember({ caseId: theCase.id });
  const { interval, alert_type: alertType } = toScheduleInput(schedule);
  return aSnitch({ caseId: theCase.id, interval, alertType, createdAt: new Date("2025-12-01T00:00Z") });
}

async function reportLate({ token }: SimulatedSnitch, { does, at }: HistoryEvent, receivedAt: Date) {
  const exitStatus = does === "error" ? "1" : "0";
  const report = { token, at: instant(at), receivedAt, exitStatus, message: "", method: "GET", address: "" };
  expect(await recordCheckIn({ ...report, userAgent: "" })).toMatchObject({ kind: "recorded" });
}

async function live(history: SnitchHistory, order: Order): Promise<SimulatedSnitch> {
  const snitch = await begin(history);
  for (const [index, event] of history.events.entries()) {
    const late = history.events.filter((_, i) => i !== index && order[i] === index);
    for (const report of late) await reportLate(snitch, report, instant(event.at));
    await applyLateReports(instant(event.at), NEVER_LOST_MS);
    if (order[index] === index) await performAfterCuts(snitch, event);
  }
  await sweepDeadlines(instant((history.events.at(-1)?.at ?? 0) + 2), NEVER_LOST_MS);
  return snitch;
}

async function stateOf({ id }: SimulatedSnitch) {
  const snitch = await db.snitch.findUniqueOrThrow({ where: { id } });
  const { status, statusBeforePause, checkedInAt, erroredAt, missingSince, arrivalsMs, deadline, lateSince } =
    snitch;
  const open = await db.incident.findFirst({ where: { snitchId: id, closedAt: null } });
  return {
    deadline,
    state: {
      status,
      statusBeforePause,
      checkedInAt,
      erroredAt,
      missingSince,
      arrivalsMs,
      lateSince,
      incident: open && { cause: open.cause, badCount: open.badCount },
    },
  };
}

/** Sweeps that are cut are the other simulation's. */
const withoutCuts = (history: SnitchHistory): SnitchHistory => ({
  ...history,
  events: history.events.map((event) => (event.does === "sweep" ? { ...event, how: "once" } : event)),
});

/** Some of the reports come before one of the next events. Those that people would have seen, or that end a pause, come in time. */
function delaySome({ events }: SnitchHistory, seed: number): Order {
  const random = seededRandom(seed + 99);
  const first = events.findIndex(({ does }) => does === "check-in" || does === "error");
  let isPaused = false;
  return events.map(({ does, at }, index) => {
    if (does === "pause") isPaused = true;
    if (does === "unpause") isPaused = false;
    const isReport = does === "check-in" || does === "error";
    if (!isReport || index <= first || isPaused || random() < 0.6) {
      if (does === "check-in") isPaused = false;
      return index;
    }
    const later = index + 1 + Math.floor(random() * 8);
    const until = events[later];
    return until && until.at - at <= WEEK ? later : index;
  });
}

test(
  `${RUNS} random histories with late reports end as those in order of time, except for alerts already sent`,
  async () => {
    let delayed = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      const history = withoutCuts(randomHistory(seed));
      const order = delaySome(history, seed);
      delayed += order.filter((to, index) => to !== index).length;
      const inOrder = await stateOf(
        await live(
          history,
          order.map((_, index) => index),
        ),
      );
      const late = await stateOf(await live(history, order));
      expect(late.state, `seed ${seed}`).toEqual(inOrder.state);
      expect
        .soft(late.deadline?.getTime() ?? 0, `seed ${seed}`)
        .toBeGreaterThanOrEqual(inOrder.deadline?.getTime() ?? 0);
      await db.case.deleteMany();
    }
    expect(delayed).toBeGreaterThan(RUNS);
  },
  240_000 + RUNS * 12_000,
);
