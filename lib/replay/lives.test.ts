import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/durations";
import { liveReplayedLife } from "@/lib/testing/live-replayed-life";
import { instant, type SimulatedSnitch } from "@/lib/testing/live-through";
import { type ReplayedLife, replayedLife } from "@/lib/testing/replayed-life";
import type { ReplayedAlert } from "./life";
import { loadHistory } from "./load";
import { replay } from "./replay";

const LIVES = Number(process.env.REPLAYED_LIVES ?? 8);
/** Each of these is lived twice. */
const LIVED_OTHERWISE = Math.ceil(LIVES / 4);
const FIRST_SEED = Number(process.env.SIMULATION_SEED ?? 1);

const untilOf = ({ events }: ReplayedLife) => instant(events.at(-1)?.at ?? 0);

const sweepsOf = ({ events }: ReplayedLife) =>
  events.flatMap(({ does, at }) => (does === "sweep" ? [instant(at)] : []));

async function historyOf({ caseId, token }: SimulatedSnitch, life: ReplayedLife) {
  const from = new Date(instant(life.events[0]?.at ?? 0).getTime() - DAY_MS);
  const history = await loadHistory(caseId, token, { from, until: untilOf(life), sweeps: sweepsOf(life) });
  if (!history) throw new Error("The snitch is gone.");
  return history;
}

/** A sweep changes all snitches: those of earlier lives would only take time. */
async function forget({ caseId }: SimulatedSnitch): Promise<void> {
  await db.user.deleteMany({ where: { memberships: { some: { caseId } } } });
  await db.case.delete({ where: { id: caseId } });
}

const storedAlerts = (snitchId: string) => db.alert.findMany({ where: { snitchId } });

type Compared = Pick<
  ReplayedAlert,
  "at" | "kind" | "from" | "to" | "cause" | "isTold" | "isReminder" | "isExcused"
>;

const compared = (alerts: Compared[]) =>
  alerts
    .map(({ at, kind, from, to, cause, isTold, isReminder, isExcused }) =>
      JSON.stringify({ ...{ at, kind, from, to, cause, isTold, isReminder, isExcused } }),
    )
    .sort();

/** What lives have to be full of: otherwise a replay proves little. */
async function countsOf({ id: snitchId, token }: SimulatedSnitch): Promise<Record<string, number>> {
  const [alerts, incidents, runs] = await Promise.all([
    storedAlerts(snitchId),
    db.incident.findMany({ where: { snitchId } }),
    db.run.findMany({ where: { snitchId } }),
  ]);
  const alertsThat = (is: (alert: (typeof alerts)[number]) => boolean) => alerts.filter(is).length;
  const runsThat = (outcome: string) => runs.filter((run) => run.outcome === outcome).length;
  return {
    missed: alertsThat(({ cause, isReminder }) => cause === "missed" && !isReminder),
    overran: alertsThat(({ cause }) => cause === "overran"),
    reminders: alertsThat(({ isReminder }) => isReminder),
    untold: alertsThat(({ isTold }) => !isTold),
    excused: alertsThat(({ isExcused }) => isExcused),
    heldByThreshold: alertsThat(({ hold }) => hold === "threshold"),
    heldByMaintenance: alertsThat(({ hold }) => hold === "maintenance"),
    heldByParent: alertsThat(({ hold }) => hold === "parent"),
    snoozed: await db.auditEvent.count({ where: { resourceId: token, action: "snitch.snoozed" } }),
    acknowledged: incidents.filter(({ acknowledgedAt }) => acknowledgedAt).length,
    abandonedRuns: runsThat("abandoned"),
    failedRuns: runsThat("failed"),
    succeededRuns: runsThat("succeeded"),
    pauses: await db.pause.count({ where: { snitchId } }),
    unknownMisses: await db.unknownMiss.count({ where: { snitchId } }),
    pastSettings: await db.pastSettings.count({ where: { snitchId } }),
  };
}

test(
  `a replay of ${LIVES} lives with runs, rules, a parent, maintenance and silences tells exactly what was told`,
  async () => {
    const counts: Record<string, number> = {};
    for (let seed = FIRST_SEED; seed < FIRST_SEED + LIVES; seed += 1) {
      const life = replayedLife(seed);
      const snitch = await liveReplayedLife(life);
      const history = await historyOf(snitch, life);
      const replayed = replay(history, { settings: null, until: untilOf(life), sweeps: sweepsOf(life) });
      expect(compared(replayed), `seed ${seed}`).toEqual(compared(await storedAlerts(snitch.id)));
      for (const [name, count] of Object.entries(await countsOf(snitch)))
        counts[name] = (counts[name] ?? 0) + count;
      await forget(snitch);
    }
    expect(Object.entries(counts).filter(([, count]) => count < LIVES / 4)).toEqual([]);
  },
  10_000 + LIVES * 20_000,
);

/** A life in which nobody decides anything that depends on what was told or on what a check-in meant. */
const withoutDecisions = (life: ReplayedLife): ReplayedLife => ({
  ...life,
  events: life.events.filter(
    (event) =>
      event.does !== "change" &&
      event.does !== "acknowledge" &&
      event.does !== "snooze" &&
      !(event.does === "pause" && event.until === "healthy"),
  ),
});

test(
  `with other settings, a replay of ${LIVED_OTHERWISE} such lives tells what a life with those from the start was told`,
  async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + LIVED_OTHERWISE; seed += 1) {
      const life = withoutDecisions(replayedLife(seed));
      const lived = await liveReplayedLife(life);
      const history = await historyOf(lived, life);
      const otherwise = await liveReplayedLife({
        ...life,
        attributes: replayedLife(seed + 1_000).attributes,
      });
      const { settings } = await historyOf(otherwise, life);
      const replayed = replay(history, { settings, until: untilOf(life), sweeps: sweepsOf(life) });
      expect(compared(replayed), `seed ${seed}`).toEqual(compared(await storedAlerts(otherwise.id)));
      for (const snitch of [lived, otherwise]) await forget(snitch);
    }
  },
  10_000 + LIVED_OTHERWISE * 30_000,
);
