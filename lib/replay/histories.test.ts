import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { instant, type SimulatedSnitch } from "@/testing/live-through";
import { type ReplayedHistory, replayedHistory } from "@/testing/replayed-history";
import { runReplayedHistory } from "@/testing/run-replayed-history";
import { FIRST_SEED, runsFor } from "@/testing/runs";
import { loadHistory } from "./load";
import { replay } from "./replay";
import type { ReplayedAlert } from "./simulated-history";

const HISTORIES = runsFor("lib/replay/histories.test.ts");
/** Each of these runs twice, with different settings. */
const OTHER_HISTORIES = Math.ceil(HISTORIES / 4);

const computeUntil = ({ events }: ReplayedHistory) => instant(events.at(-1)?.at ?? 0);

const listSweeps = ({ events }: ReplayedHistory) =>
  events.flatMap(({ does, at }) => (does === "sweep" ? [instant(at)] : []));

async function readHistory({ caseId, token }: SimulatedSnitch, simulated: ReplayedHistory) {
  const from = new Date(instant(simulated.events[0]?.at ?? 0).getTime() - DAY_MS);
  const history = await loadHistory(caseId, token, {
    from,
    until: computeUntil(simulated),
    sweeps: listSweeps(simulated),
  });
  if (!history) throw new Error("The snitch is gone.");
  return history;
}

/** A sweep changes all snitches: those of earlier histories would only take time. */
async function forget({ caseId }: SimulatedSnitch): Promise<void> {
  await db.user.deleteMany({ where: { memberships: { some: { caseId } } } });
  await db.case.delete({ where: { id: caseId } });
}

const storedAlerts = (snitchId: string) => db.alert.findMany({ where: { snitchId } });

type Compared = Pick<
  ReplayedAlert,
  "at" | "kind" | "from" | "to" | "cause" | "isNotified" | "isReminder" | "isExcused"
>;

const compared = (alerts: Compared[]) =>
  alerts
    .map(({ at, kind, from, to, cause, isNotified, isReminder, isExcused }) =>
      JSON.stringify({ at, kind, from, to, cause, isNotified, isReminder, isExcused }),
    )
    .sort();

/** What the histories must contain: otherwise a replay proves little. */
async function countAlertsAndRuns({ id: snitchId, token }: SimulatedSnitch): Promise<Record<string, number>> {
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
    notNotified: alertsThat(({ isNotified }) => !isNotified),
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
  `a replay of ${HISTORIES} histories with runs, rules, a parent, maintenance and listening gaps notifies exactly when people were notified`,
  async () => {
    const counts: Record<string, number> = {};
    for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed += 1) {
      const simulated = replayedHistory(seed);
      const snitch = await runReplayedHistory(simulated);
      const history = await readHistory(snitch, simulated);
      const replayed = replay(history, {
        settings: null,
        until: computeUntil(simulated),
        sweeps: listSweeps(simulated),
      });
      expect(compared(replayed), `seed ${seed}`).toEqual(compared(await storedAlerts(snitch.id)));
      for (const [name, count] of Object.entries(await countAlertsAndRuns(snitch)))
        counts[name] = (counts[name] ?? 0) + count;
      await forget(snitch);
    }
    expect(Object.entries(counts).filter(([, count]) => count < HISTORIES / 4)).toEqual([]);
  },
  240_000 + HISTORIES * 20_000,
);

/** A history in which no one decides anything that depends on a notification or on what a check-in meant. */
const withoutDecisions = (simulated: ReplayedHistory): ReplayedHistory => ({
  ...simulated,
  events: simulated.events.filter(
    (event) =>
      event.does !== "change" &&
      event.does !== "acknowledge" &&
      event.does !== "snooze" &&
      !(event.does === "pause" && event.until === "healthy"),
  ),
});

test(
  `with other settings, a replay of ${OTHER_HISTORIES} such histories notifies as a history that had them from the start`,
  async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + OTHER_HISTORIES; seed += 1) {
      const simulated = withoutDecisions(replayedHistory(seed));
      const lived = await runReplayedHistory(simulated);
      const history = await readHistory(lived, simulated);
      const otherwise = await runReplayedHistory({
        ...simulated,
        attributes: replayedHistory(seed + 1_000).attributes,
      });
      const { settings } = await readHistory(otherwise, simulated);
      const replayed = replay(history, {
        settings,
        until: computeUntil(simulated),
        sweeps: listSweeps(simulated),
      });
      expect(compared(replayed), `seed ${seed}`).toEqual(compared(await storedAlerts(otherwise.id)));
      for (const snitch of [lived, otherwise]) await forget(snitch);
    }
  },
  240_000 + OTHER_HISTORIES * 30_000,
);
