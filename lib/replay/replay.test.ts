import { expect, test } from "vitest";
import { db, query } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { eventually } from "@/testing/eventually";
import { aCase, aMember, aSnitch } from "@/testing/factories";
import { instant, performAfterCuts, toScheduleInput } from "@/testing/live-through";
import { randomHistory, type SnitchHistory } from "@/testing/random-history";
import { FIRST_SEED, runsFor } from "@/testing/runs";
import { countStatements } from "@/testing/statements";
import { loadHistory } from "./load";
import { replay } from "./replay";

const HISTORIES = runsFor("lib/replay/replay.test.ts");

async function live({ plan, schedule, events }: SnitchHistory) {
  const theCase = await aCase({ plan });
  await aMember({ caseId: theCase.id });
  const { interval, alert_type: alertType } = toScheduleInput(schedule);
  const snitch = await aSnitch({ caseId: theCase.id, interval, alertType });
  for (const event of events) await performAfterCuts(snitch, event);
  return snitch;
}

const computeUntil = ({ events }: SnitchHistory) => instant(events.at(-1)?.at ?? 0);

async function readHistory({ caseId, token }: { caseId: string; token: string }, simulated: SnitchHistory) {
  const from = new Date(instant(simulated.events[0]?.at ?? 0).getTime() - DAY_MS);
  const history = await loadHistory(caseId, token, { from, until: computeUntil(simulated) });
  if (!history) throw new Error("The snitch is gone.");
  return history;
}

const listSweeps = ({ events }: SnitchHistory) =>
  events.flatMap(({ does, at }) => (does === "sweep" ? [instant(at)] : []));

const storedAlerts = (snitchId: string) =>
  db.alert.findMany({
    where: { snitchId },
    select: { kind: true, from: true, to: true, at: true, cause: true, isNotified: true, isReminder: true },
    orderBy: [{ at: "asc" }, { kind: "asc" }],
  });

type Compared = Awaited<ReturnType<typeof storedAlerts>>[number];

const compared = (alerts: Compared[]) =>
  alerts
    .map(({ kind, from, to, at, cause, isNotified, isReminder }) => ({
      at: at.toISOString(),
      kind,
      from,
      to,
      cause,
      isNotified,
      isReminder,
    }))
    .sort((one, other) => one.at.localeCompare(other.at) || one.kind.localeCompare(other.kind));

test(
  `with the settings that were in force, a replay of ${HISTORIES} histories notifies exactly when people were notified`,
  async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed += 1) {
      const simulated = randomHistory(seed);
      const snitch = await live(simulated);
      const history = await readHistory(snitch, simulated);
      const replayed = replay(history, {
        settings: null,
        until: computeUntil(simulated),
        sweeps: listSweeps(simulated),
      });
      expect(compared(replayed), `seed ${seed}`).toEqual(compared(await storedAlerts(snitch.id)));
      await db.user.deleteMany({ where: { memberships: { some: { caseId: snitch.caseId } } } });
      await db.case.delete({ where: { id: snitch.caseId } });
    }
  },
  240_000 + HISTORIES * 20_000,
);

/** A history without changes of the settings, which begins with these. */
const withSettings = (simulated: SnitchHistory, schedule: SnitchHistory["schedule"]): SnitchHistory => ({
  ...simulated,
  schedule,
  events: simulated.events.filter(({ does }) => does !== "reschedule"),
});

test(
  `with other settings, a replay of ${HISTORIES} histories notifies as a history that had them from the start`,
  async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed += 1) {
      const simulated = randomHistory(seed);
      const other = withSettings(simulated, randomHistory(seed + 1_000).schedule);
      const lived = await live(withSettings(simulated, simulated.schedule));
      const history = await readHistory(lived, simulated);
      const { settings } = await readHistory(await anUnused(other), other);
      const replayed = replay(history, {
        settings,
        until: computeUntil(simulated),
        sweeps: listSweeps(simulated),
      });
      const otherwise = await live(other);
      expect(compared(replayed), `seed ${seed}`).toEqual(compared(await storedAlerts(otherwise.id)));
    }
  },
  240_000 + HISTORIES * 20_000,
);

/** A snitch with the settings of a history, to which nothing happens. */
const anUnused = (simulated: SnitchHistory) => live({ ...simulated, events: [] });

const tuesday = new Date("2026-03-10T00:00Z");

/** A list, and how often its elements were read. */
function counted<Element>(elements: Element[]) {
  const count = { reads: 0 };
  const list = new Proxy(elements, {
    get(target, key) {
      if (typeof key === "string" && /^\d+$/.test(key)) count.reads += 1;
      return Reflect.get(target, key);
    },
  });
  return { list, count };
}

test("a history of any length is read by as many statements, and each of its check-ins a few times", async () => {
  const snitch = await aSnitch({ interval: "1_minute", createdAt: tuesday });
  const until = new Date(tuesday.getTime() + 9 * DAY_MS);
  await query(
    `INSERT INTO check_ins (id, snitch_id, at, exit_status, method)
     SELECT gen_random_uuid(), $1, at, '0', 'GET' FROM generate_series($2::timestamptz, $3, '1 minute') at`,
    [snitch.id, tuesday, new Date(until.getTime() - 1)],
  );
  const load = (to: Date) => loadHistory(snitch.caseId, snitch.token, { from: tuesday, until: to });
  // What an earlier test has left to be done later may send a statement meanwhile.
  await eventually(async () => {
    const forADay = await countStatements(() => load(new Date(tuesday.getTime() + DAY_MS)));
    expect(await countStatements(() => load(until))).toBe(forADay);
  });
  const history = await load(until);
  expect(history?.checkIns).toHaveLength(9 * 1_440);
  const { list: checkIns, count } = counted(history?.checkIns ?? []);
  const alerts = history ? replay({ ...history, checkIns }, { settings: null, until }) : [];
  expect(alerts.map(({ kind }) => kind)).toEqual(["reporting"]);
  expect(count.reads).toBeLessThanOrEqual(10 * 9 * 1_440);
});
