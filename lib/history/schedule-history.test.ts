import { expect, test } from "vitest";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { updateSnitch } from "@/lib/monitoring/update";
import { db } from "@/lib/platform/db";
import { toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import { listHistory } from "./list-history";

const at = (time: string) => new Date(`2026-05-${time}Z`);

type SimulatedHistory = { token: string };
const checkIn = ({ token }: SimulatedHistory, time: string, exitStatus = "") =>
  recordCheckIn({ ...PLAIN_CHECK_IN, token, at: at(time), exitStatus });

/** The latest windows of a snitch, as the hour in which their run was expected and their outcome. */
async function outcomesAt(id: string, count: number, now: string): Promise<string[]> {
  const snitch = await db.snitch.findUniqueOrThrow({ where: { id } });
  const { bars: history } = await listHistory(
    [{ id, caseId: snitch.caseId, ...toScheduleTerms(snitch) }],
    count,
    at(now),
  );
  return (history.get(id) ?? []).map(
    ({ start, outcome }) => `${start.toISOString().slice(8, 16)} ${outcome}`,
  );
}

test("each run of cron has its outcome, by the window in which a check-in counts for it", async () => {
  const snitch = await aSnitch({
    schedule: "0 * * * *",
    timezone: "Europe/Riga",
    grace: 600,
    createdAt: at("07T00:00:00"),
  });
  await checkIn(snitch, "08T08:01:00");
  // Early, by three minutes.
  await checkIn(snitch, "08T08:57:00");
  await checkIn(snitch, "08T10:02:00", "1");
  await sweepDeadlines(at("08T11:12:00"), NEVER_LOST_MS);
  // Late for 12:00, after the alert.
  await sweepDeadlines(at("08T12:12:00"), NEVER_LOST_MS);
  await checkIn(snitch, "08T12:30:00");

  expect(await outcomesAt(snitch.id, 7, "08T13:05:00")).toEqual([
    "08T06:55 quiet",
    "08T07:55 healthy",
    "08T08:55 healthy",
    "08T09:55 errored",
    "08T10:55 missed",
    "08T11:55 healthy",
    "08T12:55 open",
  ]);
});

test("a window is late in the minute after its grace, and missed once that is decided", async () => {
  const snitch = await aSnitch({ schedule: "0 * * * *", grace: 600, createdAt: at("07T00:00:00") });
  await checkIn(snitch, "08T08:01:00");
  await checkIn(snitch, "08T09:01:00");
  expect((await outcomesAt(snitch.id, 1, "08T10:10:30"))[0]).toBe("08T09:55 late");
  await sweepDeadlines(at("08T10:11:00"), NEVER_LOST_MS);
  expect((await outcomesAt(snitch.id, 1, "08T10:11:30"))[0]).toBe("08T09:55 missed");
});

test("with a grace longer than the gap, a run is open until its own deadline", async () => {
  const snitch = await aSnitch({
    schedule: "*/10 * * * *",
    grace: 1_800,
    early: 0,
    createdAt: at("07T00:00:00"),
  });
  await checkIn(snitch, "08T08:00:10");
  await checkIn(snitch, "08T08:10:10");
  expect(await outcomesAt(snitch.id, 4, "08T08:35:00")).toEqual([
    "08T08:00 healthy",
    "08T08:10 healthy",
    "08T08:20 open",
    "08T08:30 open",
  ]);
  // No one is alerted of 08:20 and 08:30: this check-in came before their alerts were due. It counts for the run of 08:40 alone.
  await checkIn(snitch, "08T08:45:00");
  expect(await outcomesAt(snitch.id, 4, "08T08:49:00")).toEqual([
    "08T08:10 healthy",
    "08T08:20 late",
    "08T08:30 late",
    "08T08:40 healthy",
  ]);
});

test("“every …” is missed when an alert says so, and not because a period has drifted", async () => {
  const snitch = await aSnitch({ schedule: "every 1 hour", grace: 600, createdAt: at("07T00:00:00") });
  // Every 64 minutes: in time, and some clock hours have none.
  for (let i = 0; i < 18; i += 1) {
    await recordCheckIn({
      ...PLAIN_CHECK_IN,
      token: snitch.token,
      at: new Date(at("08T00:58:00").getTime() + i * 64 * 60_000),
    });
  }
  const kept = await outcomesAt(snitch.id, 19, "08T19:20:00");
  expect(new Set(kept.slice(1, -1).map((one) => one.split(" ")[1]))).toEqual(new Set(["healthy"]));

  await sweepDeadlines(at("08T21:00:00"), NEVER_LOST_MS);
  expect((await outcomesAt(snitch.id, 3, "08T21:00:30"))[1]).toBe("08T20:00 missed");
});

test("nothing before a change of the schedule is evaluated by the new one", async () => {
  const snitch = await aSnitch({ schedule: "0 * * * *", createdAt: at("07T00:00:00") });
  await checkIn(snitch, "08T08:01:00");
  await updateSnitch(
    snitch.caseId,
    snitch.token,
    { schedule: "30 * * * *" },
    at("08T10:05:00"),
    ACTOR,
    WHOLE_CASE,
  );
  const outcomes = await outcomesAt(snitch.id, 5, "08T12:40:00");
  expect(outcomes.map((one) => one.split(" ")[1])).toEqual(["quiet", "quiet", "missed", "missed", "missed"]);
});

test("check-ins that a journal holds back count for their own runs, whatever came later", async () => {
  const snitch = await aSnitch({ schedule: "0 * * * *", grace: 600, createdAt: at("07T00:00:00") });
  const alerts = () => db.alert.count({ where: { snitchId: snitch.id, kind: "missing" } });
  const deadline = async () =>
    (await db.snitch.findUniqueOrThrow({ where: { id: snitch.id } })).deadline?.toISOString().slice(11, 16);
  await checkIn(snitch, "08T08:01:00");
  await checkIn(snitch, "08T10:58:00");
  expect(await deadline()).toBe("12:10");
  // From a journal, and for runs long over.
  await checkIn(snitch, "08T09:01:00");
  await checkIn(snitch, "08T10:01:00");
  expect(await deadline()).toBe("12:10");
  await sweepDeadlines(at("08T12:09:00"), NEVER_LOST_MS);
  expect(await alerts()).toBe(
    await db.alert.count({ where: { snitchId: snitch.id, kind: "missing", at: { lt: at("08T11:00:00") } } }),
  );
});
