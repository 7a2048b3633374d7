import { expect, test } from "vitest";
import { db, query } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/durations";
import { aCase, aMember, aSnitch } from "@/lib/testing/factories";
import { instant, perform, scheduleOf } from "@/lib/testing/live-through";
import { randomHistory, type SnitchHistory } from "@/lib/testing/random-history";
import { loadHistory } from "./load";
import { replay } from "./replay";

const LIVES = Number(process.env.REPLAYED_LIVES ?? 8);
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
  const history = await loadHistory(caseId, token, { from, until: untilOf(life) });
  if (!history) throw new Error("The snitch is gone.");
  return history;
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
  10_000 + LIVES * 8_000,
);

/** A life without changes of the settings, which begins with these. */
const withSettings = (life: SnitchHistory, schedule: SnitchHistory["schedule"]): SnitchHistory => ({
  ...life,
  schedule,
  events: life.events.filter(({ does }) => does !== "reschedule"),
});

test(
  `with other settings, a replay of ${LIVES} lives tells what a life with those from the start was told`,
  async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + LIVES; seed += 1) {
      const life = randomHistory(seed);
      const other = withSettings(life, randomHistory(seed + 1_000).schedule);
      const lived = await live(withSettings(life, life.schedule));
      const history = await historyOf(lived, life);
      const { settings } = await historyOf(await aLifeless(other), other);
      const replayed = replay(history, { settings, until: untilOf(life), sweeps: sweepsOf(life) });
      const otherwise = await live(other);
      expect(compared(replayed), `seed ${seed}`).toEqual(compared(await storedAlerts(otherwise.id)));
    }
  },
  10_000 + LIVES * 12_000,
);

/** A snitch with the settings of a life, to which nothing happens. */
const aLifeless = (life: SnitchHistory) => live({ ...life, events: [] });

const tuesday = new Date("2026-03-10T00:00Z");

// The best of three counts, because other work on the machine only slows a process down.
test("90 days of a minutely snitch are replayed in less than two seconds of this process", {
  retry: 2,
  timeout: 60_000,
}, async () => {
  const snitch = await aSnitch({ interval: "1_minute", createdAt: tuesday });
  const days = 90;
  const until = new Date(tuesday.getTime() + days * DAY_MS);
  await query(
    `INSERT INTO check_ins (id, snitch_id, at, exit_status, method)
     SELECT gen_random_uuid(), $1, at, '0', 'GET' FROM generate_series($2::timestamptz, $3, '1 minute') at`,
    [snitch.id, tuesday, new Date(until.getTime() - 1)],
  );
  const startedAt = process.cpuUsage();
  const history = await loadHistory(snitch.caseId, snitch.token, { from: tuesday, until });
  const alerts = history ? replay(history, { settings: null, until }) : [];
  const { user, system } = process.cpuUsage(startedAt);
  expect(history?.checkIns).toHaveLength(days * 1_440);
  expect(alerts.map(({ kind }) => kind)).toEqual(["reporting"]);
  expect((user + system) / 1_000).toBeLessThan(2_000);
});
