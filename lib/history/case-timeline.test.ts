import { expect, test } from "vitest";
import { db, pool } from "@/lib/platform/db";
import { timelineAxis } from "@/lib/rules/history/case-timeline/axis";
import type { Happenings } from "@/lib/rules/history/case-timeline/happenings";
import { listSnitchPage } from "@/lib/snitches/list";
import { anIncident, aSnitch } from "@/testing/factories";
import { loadCaseTimeline } from "./load-case-timeline";

const tuesday = new Date("2026-03-10T12:00Z");
const day = timelineAxis("24h", tuesday);
const at = (clock: string) => new Date(`2026-03-10T${clock}Z`);

const cronAt = (schedule: string) => ({
  status: "healthy" as const,
  interval: "daily",
  schedule,
  deadline: at("15:00"),
});

/** The timeline of one snitch, with clock times: “03:00–03:25”. */
async function readTimeline(caseId: string, axis = day): Promise<Record<string, string[]>> {
  const { snitches } = await listSnitchPage(caseId, { tags: [], search: "" });
  const [row] = await loadCaseTimeline(caseId, snitches, axis);
  return readTimes(row?.happenings ?? {});
}

const readTimes = (happenings: Happenings) =>
  Object.fromEntries(
    Object.entries(happenings)
      .filter(([, spans]) => spans.length > 0)
      .map(([kind, spans]) => [
        kind,
        spans
          .map(({ fromMs, toMs }) =>
            [fromMs, toMs].map((ms) => new Date(ms).toISOString().slice(8, 16)).join("–"),
          )
          .sort(),
      ]),
  );

const received = (
  snitchId: string,
  clock: string,
  given: { exitStatus?: string; accepted?: boolean; kind?: "log" } = {},
) => db.checkIn.create({ data: { snitchId, at: at(clock), exitStatus: "0", ...given } });

const ran = (
  snitchId: string,
  from: string,
  to: string | null,
  outcome: "succeeded" | "failed" | "running" | "overran" | "abandoned",
) =>
  db.run.create({
    data: { snitchId, at: at(from), startedAt: at(from), endedAt: to === null ? null : at(to), outcome },
  });

test("a row has the plain check-ins, errors, misses, pauses and incidents of its snitch, and what is due", async () => {
  const snitch = await aSnitch(cronAt("0 3,15 * * *"));
  await received(snitch.id, "03:00");
  await received(snitch.id, "04:00", { exitStatus: "2" });
  await received(snitch.id, "05:00", { accepted: false });
  await received(snitch.id, "06:00", { kind: "log" });
  const alert = {
    snitchId: snitch.id,
    caseId: snitch.caseId,
    from: "healthy",
    to: "failed",
    kind: "missing",
  } as const;
  await db.alert.create({ data: { ...alert, at: at("07:00") } });
  await db.alert.create({ data: { ...alert, at: at("07:30"), isReminder: true } });
  await db.alert.create({ data: { ...alert, at: at("08:00"), isExcused: true } });
  await db.pause.create({ data: { snitchId: snitch.id, startsAt: at("01:00"), endsAt: at("02:00") } });
  await anIncident({ snitch, openedAt: at("07:00"), closedAt: at("09:00"), closedBy: "reported" });
  await db.unknownMiss.create({
    data: { snitchId: snitch.id, deadline: at("10:00"), gapStartsAt: at("09:50"), gapEndsAt: at("10:05") },
  });

  expect(await readTimeline(snitch.caseId)).toEqual({
    ran: ["10T03:00–10T03:00"],
    failed: ["10T04:00–10T04:00"],
    missed: ["10T07:00–10T07:00"],
    excused: ["10T08:00–10T08:00"],
    paused: ["10T01:00–10T02:00"],
    incident: ["10T07:00–10T09:00"],
    lost: ["10T10:00–10T10:00"],
    due: ["10T15:00–10T15:00"],
  });
});

test("a run lasts from its start to its end, until now while it runs, and is drawn once", async () => {
  const snitch = await aSnitch({ ...cronAt("0 14 * * *"), lastRunAt: at("11:00") });
  await ran(snitch.id, "02:00", "02:30", "succeeded");
  await ran(snitch.id, "04:00", "05:00", "overran");
  await ran(snitch.id, "06:00", "06:10", "failed");
  await ran(snitch.id, "08:00", null, "abandoned");
  await ran(snitch.id, "11:00", null, "running");
  const { id: runId } = await db.run.findFirstOrThrow({ where: { snitchId: snitch.id, at: at("02:00") } });
  await db.checkIn.create({ data: { snitchId: snitch.id, at: at("02:30"), exitStatus: "0", runId } });

  expect(await readTimeline(snitch.caseId)).toEqual({
    ran: ["10T02:00–10T02:30"],
    failed: ["10T04:00–10T05:00", "10T06:00–10T06:10"],
    lost: ["10T08:00–10T08:00"],
    running: ["10T11:00–10T12:00"],
    // As long as it usually takes.
    due: ["10T14:00–10T14:30"],
  });
});

test("maintenance of the case covers its rows, also ahead, and excuses what failed in it", async () => {
  const snitch = await aSnitch(cronAt("0 3 * * *"));
  await db.maintenance.create({
    data: {
      caseId: snitch.caseId,
      name: "Upgrade",
      coversAll: true,
      startsAt: at("11:00"),
      endsAt: at("13:00"),
    },
  });
  await received(snitch.id, "11:30", { exitStatus: "1" });

  expect(await readTimeline(snitch.caseId)).toEqual({
    excused: ["10T11:30–10T11:30"],
    maintenance: ["10T11:00–10T13:00"],
  });
});

test("of a job that runs each minute every piece of the axis with a check-in counts, and each error", async () => {
  const snitch = await aSnitch({ ...cronAt("* * * * *"), interval: "1_minute" });
  await pool.query(
    `INSERT INTO check_ins (id, snitch_id, at, exit_status)
     SELECT new_id(), $1, $2::timestamptz - n * interval '1 minute', CASE n WHEN 90 THEN '1' ELSE '0' END
     FROM generate_series(1, 180) n`,
    [snitch.id, tuesday],
  );
  const { ran: good = [], failed, due } = await readTimeline(snitch.caseId);
  expect(good).toHaveLength(24);
  expect([good[0], good.at(-1)]).toEqual(["10T09:00–10T09:07", "10T11:52–10T12:00"]);
  expect(failed).toEqual(["10T10:30–10T10:30"]);
  expect(due).toEqual(["10T12:01–10T18:00"]);
});

test("another case, and a snitch that is not asked for, are not on the timeline", async () => {
  const snitch = await aSnitch(cronAt("0 3 * * *"));
  const other = await aSnitch(cronAt("0 3 * * *"));
  await received(other.id, "03:00");
  expect(await readTimeline(snitch.caseId)).toEqual({});
});
