import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/durations";
import { aCase, aMember, aSnitch } from "@/lib/testing/factories";
import { instant, perform, scheduleOf } from "@/lib/testing/live-through";
import { randomHistory, type SnitchHistory } from "@/lib/testing/random-history";
import { loadHistory } from "./load";
import { replay } from "./replay";

const LIVES = Number(process.env.REPLAYED_LIVES ?? 60);
const FIRST_SEED = Number(process.env.SIMULATION_SEED ?? 1);

async function live({ plan, schedule, events }: SnitchHistory) {
  const theCase = await aCase({ plan });
  await aMember({ caseId: theCase.id });
  const { interval, alert_type: alertType } = scheduleOf(schedule);
  const snitch = await aSnitch({ caseId: theCase.id, interval, alertType });
  for (const event of events) await perform(snitch, event);
  return snitch;
}

const untilOf = ({ events }: SnitchHistory) => instant(events.at(-1)?.at ?? 0);

async function historyOf({ caseId, token }: { caseId: string; token: string }, life: SnitchHistory) {
  const from = new Date(instant(life.events[0]?.at ?? 0).getTime() - DAY_MS);
  const loaded = await loadHistory(caseId, token, from, untilOf(life));
  if (!loaded) throw new Error("The snitch is gone.");
  return loaded.history;
}

const sweepsOf = ({ events }: SnitchHistory) =>
  events.flatMap(({ does, at }) => (does === "sweep" ? [instant(at)] : []));

const storedAlerts = (snitchId: string) =>
  db.alert.findMany({
    where: { snitchId },
    select: { kind: true, from: true, to: true, at: true, cause: true, isTold: true, isReminder: true },
    orderBy: [{ at: "asc" }, { kind: "asc" }],
  });

type Compared = Awaited<ReturnType<typeof storedAlerts>>[number];

const compared = (alerts: Compared[]) =>
  alerts
    .map(({ kind, from, to, at, cause, isTold, isReminder }) => ({
      ...{ at: at.toISOString(), kind, from, to, cause, isTold, isReminder },
    }))
    .sort((one, other) => one.at.localeCompare(other.at) || one.kind.localeCompare(other.kind));

test(
  `with the settings that were in force, a replay of ${LIVES} lives tells exactly what was told`,
  async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + LIVES; seed += 1) {
      const life = randomHistory(seed);
      const snitch = await live(life);
      const history = await historyOf(snitch, life);
      const replayed = replay(history, { settings: null, until: untilOf(life), sweeps: sweepsOf(life) });
      expect(compared(replayed), `seed ${seed}`).toEqual(compared(await storedAlerts(snitch.id)));
      await db.user.deleteMany({ where: { memberships: { some: { caseId: snitch.caseId } } } });
      await db.case.delete({ where: { id: snitch.caseId } });
    }
  },
  10_000 + LIVES * 3_000,
);
